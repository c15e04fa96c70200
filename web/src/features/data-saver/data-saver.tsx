import { setDataSaver, useIsDataSaverOn } from '../../platform/data-saver.ts'
import './data-saver.scss'

export function DataSaver() {
  const isOn = useIsDataSaverOn()
  return (
    <div className="shell data-saver">
      <label className="form-switch">
        <input
          className="form-check-input"
          type="checkbox"
          role="switch"
          aria-describedby="data-saver-words"
          checked={isOn}
          aria-checked={isOn}
          onChange={() => setDataSaver(!isOn)}
        />
        Data saver
      </label>
      <p id="data-saver-words">
        Images load only when you tap them, except for a page's first one; no extra fonts, moving banners or
        chat.
      </p>
    </div>
  )
}
