import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { askBeforeLeaving } from './leaving.ts'
import { logOut } from './log-out.ts'

const stay = () => askBeforeLeaving(false)

/** Asks before a logout that would lose unsaved text. */
export function LeaveQuestion() {
  const [leaving, setLeaving] = useState(false)
  return (
    <Dialog
      title="Выйти и стереть недописанное?"
      role="alertdialog"
      isOpen
      onClose={stay}
      actions={
        <>
          <Button disabled={leaving} onClick={stay}>
            Остаться
          </Button>
          <Button
            kind="danger"
            pending={leaving}
            onClick={() => {
              setLeaving(true)
              void logOut()
            }}
          >
            Выйти и стереть
          </Button>
        </>
      }
    >
      <p>
        В этом браузере осталось то, что ещё не отправлено: например, обращение в поддержку или отметки на входе. При
        выходе мы стираем отсюда всё ваше. То, что уже сохранено на портале, никуда не денется.
      </p>
    </Dialog>
  )
}
