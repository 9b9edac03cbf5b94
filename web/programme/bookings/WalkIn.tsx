import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import styles from './Door.module.css'

/** Adds a participant who has come without a booking, by the number from their profile. */
export function WalkIn({ onAdd }: { onAdd: (testId: number) => void }) {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const sound = /^[1-9]\d{0,8}$/.test(typed)
  return (
    <form
      className={styles.walkIn}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(!sound)
        if (!sound) return
        onAdd(Number(typed))
        setTyped('')
      }}
    >
      <Heading level={2} size={4}>
        Пришёл без записи
      </Heading>
      <NumberField
        name="walk-in"
        label="ID участника"
        hint="Он стоит в профиле участника"
        maxLength={9}
        error={tried && !sound ? 'Введите ID: только цифры' : null}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" kind="secondary">
        Отметить
      </Button>
    </form>
  )
}
