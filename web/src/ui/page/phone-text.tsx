import { Fragment } from 'react'
import { phoneUrl } from '../../config/contact-urls.ts'
import { store } from '../../config/store.ts'

/** A text in which the shop's first phone number is a link. */
export function PhoneText({ children }: { children: string }) {
  const phone = store.phones[0]
  return (
    <span>
      {children.split(phone).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <a className="money" href={phoneUrl(phone)}>
              {phone}
            </a>
          )}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
