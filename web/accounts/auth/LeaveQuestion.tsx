import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { askBeforeLeaving } from './leaving.ts'
import { logOut } from './log-out.ts'

/** Asks before a logout that would lose unsaved text. */
export function LeaveQuestion() {
  return (
    <Confirm
      title="Выйти и стереть недописанное?"
      act="Выйти и стереть"
      danger
      unsaved
      size="m"
      send={logOut}
      onClose={() => askBeforeLeaving(false)}
    >
      <p>
        В этом браузере осталось то, что ещё не отправлено: например, обращение в поддержку или отметки на входе. При
        выходе мы стираем отсюда всё ваше. То, что уже сохранено на портале, никуда не денется.
      </p>
    </Confirm>
  )
}
