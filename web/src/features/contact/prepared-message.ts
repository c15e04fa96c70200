import { whatsappAddress } from '../../config/paths.ts'
import { store } from '../../config/store.ts'

type Message = { name: string; email: string; phone: string; message: string }

/** Letters of a message that an address takes; programs cut longer ones off. */
const LONGEST = 1_800

/** An address that opens WhatsApp or the mail program with what was typed, to be sent by the shopper. */
export function preparedMessage({ name, email, phone, message }: Message, way: 'whatsapp' | 'email'): string {
  const words = Array.from(message.trim()).slice(0, LONGEST).join('')
  const text = `${words}\n\n${[name, phone, email].map((part) => part.trim()).join('\n')}`
  if (way === 'whatsapp') return whatsappAddress(text, store.whatsapp)
  const subject = encodeURIComponent(`Message from ${name.trim()}`)
  return `mailto:${store.email}?subject=${subject}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
}
