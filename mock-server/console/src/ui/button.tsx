import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & { look?: 'plain' | 'main' | 'danger' }

/** A button of at least 44 px. `main` is the one thing to do in a view. */
export function Button({ look = 'plain', className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={`button ${look} ${className}`} {...rest} />
}
