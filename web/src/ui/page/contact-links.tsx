import { phoneUrl } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { Icon } from '../media/icon.tsx'

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

const { facebook, instagram, x } = store.links.social

export function SocialLinks() {
  return (
    <ul className="social-links d-flex">
      <li>
        <a href={facebook} className="icon-button" aria-label={`${store.name} on Facebook`}>
          <Icon name="social" />
        </a>
      </li>
      <li>
        <a href={instagram} className="icon-button" aria-label={`${store.name} on Instagram`}>
          <Icon name="camera" />
        </a>
      </li>
      <li>
        <a href={x} className="icon-button" aria-label={`${store.name} on X`}>
          <Icon name="x" />
        </a>
      </li>
    </ul>
  )
}
