import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon, type IconName } from '../media/icon.tsx'

type Props<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: string; icon?: IconName }[]
  selected: Id
  onSelect: (tab: Id) => void
  orientation: 'horizontal' | 'vertical'
  /** Selects a tab when it receives focus (automatic activation, APG). Otherwise, Enter or Space selects it. */
  activatesOnFocus: boolean
  className: string
  panelClassName?: string
  children: ReactNode
}

/** An ARIA tab list with the panel of the selected tab. */
export function Tabs<Id extends string>({ panelClassName, children, ...props }: Props<Id>) {
  const id = useId()
  return (
    <>
      <TabList {...props} id={id} />
      <div
        id={`${id}-panel`}
        className={panelClassName}
        role="tabpanel"
        aria-labelledby={`${id}-${props.selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable by Tab (APG).
        tabIndex={0}
      >
        {children}
      </div>
    </>
  )
}

type ListProps<Id extends string> = Omit<Props<Id>, 'panelClassName' | 'children'> & { id: string }

/** @param props.id the prefix of the elements' ids */
function TabList<Id extends string>({ id, ...props }: ListProps<Id>) {
  const { tabs, selected, onSelect, orientation } = props
  const list = useRef<HTMLDivElement>(null)
  const isVertical = orientation === 'vertical'

  // On phones, vertical tabs are a row that scrolls.
  useEffect(() => {
    const tab = isVertical ? document.getElementById(`${id}-${selected}`) : null
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [id, selected, isVertical])

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(list.current?.children ?? [])] as HTMLElement[]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
      ...(isVertical ? { ArrowDown: at + 1, ArrowUp: at - 1 } : {}),
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = step % tabs.length
    buttons.at(next)?.focus()
    if (props.activatesOnFocus) onSelect((tabs.at(next) as (typeof tabs)[number]).id)
  }

  return (
    <div
      className={props.className}
      role="tablist"
      aria-orientation={orientation}
      aria-label={props.label}
      ref={list}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${id}-${tab.id}`}
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? `${id}-panel` : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.icon ? <Icon name={tab.icon} /> : null}
          {tab.label}
        </button>
      ))}
    </div>
  )
}
