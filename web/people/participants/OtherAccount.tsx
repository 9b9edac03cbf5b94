import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Participants.module.css'

/** Opens the comparison with another account of the same person, when the portal has not found the two alike. */
export function OtherAccount({ whose: { competition, testId } }: { whose: { competition: string; testId: number } }) {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const navigate = useNavigate()
  const number = typed.trim()
  const fault = !/^[1-9]\d{0,9}$/.test(number)
    ? 'Напишите номер цифрами'
    : number === String(testId)
      ? 'Это номер этой же записи'
      : null
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (fault) document.getElementById('field-other-account')?.focus()
        else void navigate({ to: `/admin/${competition}/duplicates/${testId}/${number}` } as never)
      }}
    >
      <TextField
        name="other-account"
        label="Номер другой записи"
        hint="Если у человека две записи, их можно сравнить и объединить"
        error={tried ? fault : null}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" kind="secondary">
        Сравнить
      </Button>
    </form>
  )
}
