import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon, type IconName } from '../../ui/media/icon.tsx'

export const ACCOUNT_TABS = [
  { id: 'dashboard', label: 'Dashboard', icon: 'home' },
  { id: 'orders', label: 'Orders', icon: 'receipt' },
  { id: 'downloads', label: 'Downloads', icon: 'download' },
  { id: 'address', label: 'Address', icon: 'pin' },
  { id: 'details', label: 'Account Details', icon: 'user' },
  { id: 'wishlist', label: 'Wishlist', icon: 'heart' },
  { id: 'logout', label: 'Logout', icon: 'leave' },
] as const satisfies readonly { id: string; label: string; icon: IconName }[]

export type AccountTab = (typeof ACCOUNT_TABS)[number]['id']

type Props = { selected: AccountTab; onSelect: (tab: AccountTab) => void; children: ReactNode }

/**
 * The vertical tabs of the account area and the selected panel. Arrow keys only move focus, and Enter selects a tab. If
 * moving focus also selected tabs, moving past Logout would log the customer out.
 */
export function AccountTabs({ selected, onSelect, children }: Props) {
  const list = useRef<HTMLDivElement>(null)

  // On phones, the row of tabs scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is selected
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected=true]')
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [selected])

  function onKeyDown(event: KeyboardEvent) {
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = tabs.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    tabs.at(step % tabs.length)?.focus()
  }

  return (
    <div className="account-area">
      <div
        className="account-tabs"
        role="tablist"
        aria-orientation="vertical"
        aria-label="My account"
        ref={list}
        onKeyDown={onKeyDown}
      >
        {ACCOUNT_TABS.map(({ id, label, icon }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === selected}
            aria-controls={id === selected ? 'account-panel' : undefined}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            <Icon name={icon} />
            {label}
          </button>
        ))}
      </div>
      <section
        id="account-panel"
        className="sheet account-panel"
        role="tabpanel"
        aria-labelledby={`tab-${selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable by Tab (APG).
        tabIndex={0}
      >
        {children}
      </section>
    </div>
  )
}
