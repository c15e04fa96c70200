import { useToken } from '../api/session.ts'
import { store } from '../config/store.ts'
import { useContact } from '../domain/customer.ts'
import { useOwnedState } from '../domain/draft.ts'
import { announce } from '../ui/feedback/announcer.ts'
import { bindFields, Field, FormSuccess } from '../ui/form/field.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { Icon } from '../ui/media/icon.tsx'
import { ContactLinks } from '../ui/page/contact-links.tsx'
import { WhatsAppLink } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PickupPoint } from '../ui/page/pickup-point.tsx'
import '../ui/page/quiet.scss'

const THANKS = 'Thank you for your message! We will get back to you soon.'
type Message = { name: string; email: string; phone: string; message: string }

const textOf = ({ name, email, phone, message }: Message) => `${message}\n\n${name}, ${phone}, ${email}`

/** Contact details, which most shoppers need, and a form, which thanks the shopper and sends nothing. */
export default function ContactPage() {
  return (
    <div className="shell page">
      <PageHead title="Contact Us" />
      <div className="page-columns quiet-columns">
        <aside className="sheet" aria-labelledby="reach">
          <h2 id="reach">Contact us now</h2>
          <ul className="quiet-ways mb-3">
            <ContactLinks />
            <li>
              <Icon name="pin" />
              <PickupPoint />
            </li>
            <li>
              <Icon name="clock" />
              <span>Open {store.hours}</span>
            </li>
          </ul>
          <p className="muted">
            About an order? Have your order number ready. You'll find it in My Account, under Orders. For
            upcountry deliveries, call before you order and we'll tell you the day.
          </p>
        </aside>
        <ContactForm />
      </div>
    </div>
  )
}

function ContactForm() {
  const contact = useContact(useToken())
  /** The fields that the shopper has changed. The others show the customer's details. */
  const [typed, setTyped] = useOwnedState<Partial<Message>>({})
  const form: Message = { ...contact, message: '', ...typed }
  /** The message that the shopper was thanked for; null if there is none. */
  const [thanked, setThanked] = useOwnedState<Message | null>(null)

  const submit = useSubmit(null).handleSubmit(() => {
    setThanked(form)
    setTyped({})
    announce(THANKS)
  })

  const field = bindFields(form, {}, (change) => {
    setThanked(null)
    setTyped({ ...typed, ...change })
  })

  return (
    <form
      className="sheet"
      onSubmit={submit}
      onInvalidCapture={() => setThanked(null)}
      aria-labelledby="write"
    >
      <h2 id="write">Write to us</h2>
      <Field label="Name" {...field('name')} required autoComplete="name" />
      <Field label="Email" {...field('email')} required type="email" autoComplete="email" />
      <Field label="Phone" {...field('phone')} required type="tel" autoComplete="tel" />
      <Field label="Message" {...field('message')} required multiline rows={5} />
      {thanked && <FormSuccess text={THANKS} />}
      <button type="submit" className="btn btn-primary w-100">
        Send message
      </button>
      {thanked && (
        <p className="mt-3 d-flex flex-wrap align-items-center gap-2">
          For a quick answer:
          <WhatsAppLink message={textOf(thanked)} number={store.whatsapp}>
            Send it on WhatsApp, too
          </WhatsAppLink>
        </p>
      )}
    </form>
  )
}
