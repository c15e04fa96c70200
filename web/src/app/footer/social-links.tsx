import { store } from '../../config/store.ts'
import { Icon } from '../../ui/media/icon.tsx'

const { facebook, instagram, x } = store.links.social

export function SocialLinks() {
  return (
    <ul className="social-links">
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
