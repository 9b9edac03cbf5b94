import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'

export function OtherTab({ onTake }: { onTake: () => void }) {
  return (
    <Notice
      tone="warning"
      role="status"
      title="Тест открыт в другой вкладке"
      actions={<Button onClick={onTake}>Продолжить здесь</Button>}
    >
      <p>Вернитесь в ту вкладку или продолжите здесь: ответы сохранены в этом браузере и на сервере.</p>
    </Notice>
  )
}
