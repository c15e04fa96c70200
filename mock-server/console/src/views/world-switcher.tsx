import type { WorldInfo } from '../../../src/control/worlds-contract.ts'

type Props = { current: string; worlds: readonly WorldInfo[]; onSwitch: (name: string) => void }

/** Selects this browser's world, which the shop uses too. */
export function WorldSwitcher({ current, worlds, onSwitch }: Props) {
  const names = worlds.map(({ name }) => name)
  return (
    <label className="switcher">
      <span>World</span>
      <select value={current} onChange={(event) => onSwitch(event.target.value)}>
        {(names.includes(current) ? names : [current, ...names]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}
