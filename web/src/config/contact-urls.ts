export function phoneUrl(number: string): string {
  return `tel:${number.replaceAll(' ', '')}`
}

/** Returns a link that opens a WhatsApp chat with a number of digits only. */
export function chatUrl(number: string): string {
  return `https://wa.me/${number}`
}

/** Returns a WhatsApp link with a prepared message. Without a number, the shopper chooses the recipient. */
export function whatsappUrl(text: string, number = ''): string {
  return `${chatUrl(number)}?text=${encodeURIComponent(text)}`
}
