import { chatUrl, phoneUrl } from '../../config/contact-urls.ts'
import { store } from '../../config/store.ts'
import { Icon, type IconName } from '../media/icon.tsx'

type Contact = { url: string; icon: IconName; action: string; text: string }

const phones = store.phones.map(
  (phone): Contact => ({ url: phoneUrl(phone), icon: 'phone', action: 'Call us', text: phone }),
)
const otherContacts: Contact[] = [
  { url: chatUrl(store.whatsapp), icon: 'chat', action: 'Chat with us', text: 'WhatsApp' },
  { url: `mailto:${store.email}`, icon: 'mail', action: 'Write to us', text: store.email },
]

/** The contacts where there is space for one phone number. */
export const mainContacts: readonly Contact[] = [...phones.slice(0, 1), ...otherContacts]

/** The shop's contacts as list items: phone numbers, WhatsApp and e-mail. */
export function ContactLinks({
  contacts = [...phones, ...otherContacts],
}: {
  contacts?: readonly Contact[]
}) {
  return contacts.map(({ url, icon, text }) => (
    <li key={text}>
      <a href={url}>
        <Icon name={icon} />
        {text}
      </a>
    </li>
  ))
}

const { facebook, instagram, x } = store.links.social

/** The brand's pages on social networks that are not empty. */
export const socialLinks = (
  [
    { name: 'Facebook', url: facebook, icon: 'social' },
    { name: 'Instagram', url: instagram, icon: 'camera' },
    { name: 'X', url: x, icon: 'x' },
  ] as const
).filter(({ url }) => url)

export function SocialLinks() {
  return socialLinks.length === 0 ? null : (
    <ul className="social-links d-flex">
      {socialLinks.map(({ name, url, icon }) => (
        <li key={name}>
          <a href={url} className="icon-button" aria-label={`${store.name} on ${name}`}>
            <Icon name={icon} />
          </a>
        </li>
      ))}
    </ul>
  )
}
