import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'

/**
 * Implements the ARIA combobox with manual selection. Up from the first option and Down from the last select no option.
 */
export function useCombobox() {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)

  const close = () => {
    setOpen(false)
    setActive(-1)
  }

  return {
    /** Whether the list is open; it may be empty. */
    open,
    close,
    /** Opens the list. Call it when the text has changed. */
    showOptions() {
      setActive(-1)
      setOpen(true)
    },
    /**
     * Returns the props of field, list and options.
     * @param options the options for the current text
     * @param onChoose called when the list has closed after an option is chosen by Enter or click
     * @param onEscape called for Escape with a closed list
     */
    bind<T>(options: readonly T[], onChoose: (option: T) => void, onEscape?: () => void) {
      const expanded = open && options.length > 0
      const choose = (option: T) => {
        close()
        onChoose(option)
      }
      const onKeyDown = (event: KeyboardEvent) => {
        const option = expanded ? options[active] : undefined
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          if (!expanded) return setOpen(true)
          event.preventDefault()
          const step = event.key === 'ArrowDown' ? 1 : -1
          const places = options.length + 1
          setActive(((active + 1 + step + places) % places) - 1)
        } else if (event.key === 'Enter' && option !== undefined) {
          event.preventDefault()
          choose(option)
        } else if (event.key === 'Escape') {
          if (!expanded) return onEscape?.()
          event.preventDefault()
          close()
        } else if (event.key === 'Tab') close()
      }
      return {
        expanded,
        inputProps: {
          role: 'combobox',
          'aria-expanded': expanded,
          'aria-controls': expanded ? `${id}-list` : undefined,
          'aria-autocomplete': 'list',
          'aria-activedescendant': expanded && active >= 0 ? `${id}-${active}` : undefined,
          autoComplete: 'off',
          enterKeyHint: 'search',
          onKeyDown,
          onBlur: close,
        },
        /** For an element with the role `listbox` and a name. */
        listProps: { id: `${id}-list`, hidden: !expanded },
        /** For a button that keeps the focus in the field. */
        optionProps: (option: T, index: number) =>
          ({
            id: `${id}-${index}`,
            type: 'button',
            role: 'option',
            tabIndex: -1,
            'aria-selected': index === active,
            onPointerDown: (event: PointerEvent) => event.preventDefault(),
            onClick: () => choose(option),
          }) as const,
      } as const
    },
  }
}
