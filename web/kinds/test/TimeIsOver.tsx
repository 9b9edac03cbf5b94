import { counted } from '#shared/platform/time/plural.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

/** From the end of the time until the receipt. `waiting` answers have not been sent. */
export function TimeIsOver({ waiting = 0 }: { waiting?: number }) {
  return (
    <Notice role="status" title="Время вышло. Принимаем ваши ответы">
      <p>Всё, что сохранено, засчитывается. Страница обновится сама.</p>
      {waiting > 0 && (
        <p>
          Ещё не отправлено: {counted(waiting, 'ответ', 'ответа', 'ответов')}. Отправим, как только появится связь. Что
          опоздало, не засчитывается, но сохраняется на случай апелляции. Не закрывайте страницу.
        </p>
      )}
    </Notice>
  )
}
