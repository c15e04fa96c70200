import type { ComponentProps } from 'react'

const shapes = {
  alert: 'M12 3.5 21.5 20h-19zM12 10v4.5M12 17.2v.1',
  apple:
    'M12 7c-1-2-5-2.3-6.3.5-1.5 3.3.6 9.5 3.3 11 1 .5 1.9-.5 3-.5s2 1 3 .5c1.7-.9 3-3.5 3.5-5.3-3-1.2-3.2-5-.5-6.3C16.5 5 13 5.3 12 7zM12.2 5c.1-1.5 1-2.6 2.5-3',
  bell: 'M6 16V10.5a6 6 0 0 1 12 0V16l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0',
  book: 'M5 4.5h11a3 3 0 0 1 3 3V20H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11',
  box: 'M4 7.5 12 3.5l8 4v9l-8 4-8-4zM4 7.5l8 4 8-4M12 11.5v9',
  camera: 'M4 4h16v16H4zM12 8.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6zM16.8 7.2v.1',
  cart: 'M3 4.5h2.5L8 15.5h10L20.5 8H6.5M9.5 19.5v.1M17 19.5v.1',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  check: 'm5 12.5 4.5 4.5L19 7',
  'chevron-down': 'm6 9 6 6 6-6',
  'chevron-left': 'm15 6-6 6 6 6',
  'chevron-right': 'm9 6 6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  compare: 'M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  heart: 'M12 20S4 15 4 9.5A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 20 9.5C20 15 12 20 12 20z',
  home: 'M4 11 12 4l8 7v9h-5.5v-6h-5v6H4z',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5M12 7.8v.1',
  leave: 'M14 4H5v16h9M10 12h10m-4-4 4 4-4 4',
  lock: 'M5.5 11h13v9.5h-13zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  mail: 'M3 5.5h18v13H3zM3 6.5l9 7 9-7',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  minus: 'M5.5 12h13',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  phone:
    'M5 4h4l1.5 4.5-2.3 1.6a12 12 0 0 0 5.7 5.7l1.6-2.3L20 15v4c0 1-.8 1.5-1.5 1.5C11 20.5 3.5 13 3.5 5.5 3.5 4.8 4 4 5 4z',
  pin: 'M12 21s-6.5-6.3-6.5-11a6.5 6.5 0 0 1 13 0C18.5 14.7 12 21 12 21zM12 7.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
  play: 'M7.5 5v14l11-7z',
  plus: 'M12 5.5v13M5.5 12h13',
  receipt: 'M6 3.5h12V21l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20.5 20.5',
  share:
    'M7 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM22 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM22 18.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM6.8 10.8l10.4-4.1M6.8 13.2l10.4 4.1',
  social: 'M14.5 21v-8h3l.5-3.5h-3.5V7.5c0-1 .5-1.7 2-1.7H18V3c-3.5-.6-7 0-7 4v2.5H8V13h3v8',
  star: 'm12 3.8 2.5 5.3 5.8.7-4.3 4 1.1 5.7-5.1-2.8-5.1 2.8 1.1-5.7-4.3-4 5.8-.7z',
  trash: 'M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l1 14h9l1-14M10.3 10.5v6M13.7 10.5v6',
  truck: 'M2.5 6h11v10.5h-11zM13.5 9.5h4l4 4v3h-8M6.5 18.5v.1M17.5 18.5v.1',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  work: 'M3.5 8h17v11.5h-17zM9 8V5h6v3M3.5 13h17',
  x: 'M4 4h4l12 16h-4zM19.5 4l-6.3 7.2M10.8 13 4.5 20',
} as const

export type IconName = keyof typeof shapes

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  icon: IconName
  label: string
}

/** A button that shows an icon, and next to it the children. */
export function IconButton({ icon, label, className = '', children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`icon-button ${className}`.trim()} aria-label={label} {...rest}>
      <Icon name={icon} />
      {children}
    </button>
  )
}
