import { useEffect } from 'react'
import { applyFonts } from '../../platform/data-saver.ts'
import { setDataSaver, useDataSaver } from '../../ui/media/use-data-saver.ts'
import { costMessage, savedMessage, useVisitCost } from './visit-cost.ts'
import './data-saver.scss'

/** The switch for the data saver, with the amount of data used during this visit. */
export function DataSaver() {
  const isOn = useDataSaver()
  const { cost, held } = useVisitCost()
  // On pages that run the boot script, the script has already done this.
  useEffect(applyFonts, [])
  const saved = isOn ? savedMessage(held, cost.covers) : ''
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
      <p>{costMessage(cost)}</p>
      {saved === '' ? null : <p>{saved}</p>}
    </div>
  )
}
