import { type ReactNode, useState } from 'react'
import { NumberField } from '#web/platform/ui/NumberField.tsx'

interface NumberInputProps {
  label: string
  name: string
  value: number
  onChange: (value: number) => void
  hint?: ReactNode
  unit?: string
  max: number
  /** Fractions and negative numbers too. */
  fraction?: boolean
}

/** A field for a number. While the text is no number, it stays in the field and the last number counts. */
export function NumberInput({ value, onChange, max, fraction = false, ...field }: NumberInputProps) {
  const [typed, setTyped] = useState(() => inText(value))
  const [known, setKnown] = useState(value)
  // Set from elsewhere, for example by the chart.
  if (value !== known) {
    setKnown(value)
    if (numberOf(typed, fraction) !== value) setTyped(inText(value))
  }
  const number = numberOf(typed, fraction)
  const wrong = number === null ? 'Напишите число' : Math.abs(number) > max ? `Не больше ${max}` : null
  return (
    <NumberField
      {...field}
      value={typed}
      error={wrong}
      maxLength={12}
      onChange={(text) => {
        setTyped(text)
        const next = numberOf(text, fraction)
        if (next !== null && Math.abs(next) <= max) {
          setKnown(next)
          onChange(next)
        }
      }}
    />
  )
}

const inText = (value: number) => String(value).replace('.', ',')

/** An empty field is 0. */
function numberOf(text: string, fraction: boolean): number | null {
  if (text === '') return 0
  if (!(fraction ? /^[-−]?\d+([.,]\d*)?$/ : /^\d+$/).test(text)) return null
  return Number(text.replace(',', '.').replace('−', '-'))
}
