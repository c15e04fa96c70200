import { phoneUrl } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { Icon } from '../../ui/media/icon.tsx'

/** The shop's contacts as list items: phone numbers, WhatsApp and e-mail. */
export function ContactLinks({ phones = store.phones }: { phones?: readonly string[] }) {
  return (
    <>
      {phones.map((phone) => (
        <li key={phone}>
          <a href={phoneUrl(phone)}>
            <Icon name="phone" />
            {phone}
          </a>
        </li>
      ))}
      <li>
        <a href={`https://wa.me/${store.whatsapp}`}>
          <Icon name="chat" />
          WhatsApp
        </a>
      </li>
      <li>
        <a href={`mailto:${store.email}`}>
          <Icon name="mail" />
          {store.email}
        </a>
      </li>
    </>
  )
}
