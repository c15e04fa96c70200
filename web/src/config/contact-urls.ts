export function phoneUrl(number: string): string {
  return `tel:${number.replaceAll(' ', '')}`
}

/** Returns a WhatsApp link with a prepared message. Without a number, the shopper chooses the recipient. */
export function whatsappUrl(text: string, number = ''): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
