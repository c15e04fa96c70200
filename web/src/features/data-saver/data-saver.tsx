import { setDataSaver, useDataSaver } from '../../platform/data-saver.ts'
import './data-saver.scss'

export function DataSaver() {
  const isOn = useDataSaver()
  return (
    <div className="shell data-saver">
      <button
        type="button"
        className="data-saver-switch"
        role="switch"
        aria-checked={isOn}
        aria-describedby="data-saver-words"
        onClick={() => setDataSaver(!isOn)}
      >
        Data saver
      </button>
      <p id="data-saver-words">Images load only when you tap them; no extra fonts, moving banners or chat.</p>
    </div>
  )
}
