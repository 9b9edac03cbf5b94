import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { browserName, permissionHelp } from './permission-help.ts'
import type { CameraTrouble } from './use-camera.ts'

const words: Record<CameraTrouble, { title: string; text: string }> = {
  denied: { title: 'Браузер не даёт доступ к камере и микрофону', text: '' },
  busy: {
    title: 'Камера занята другой программой',
    text: 'Закройте программы для видеозвонков и другие вкладки, где включена камера, и попробуйте ещё раз.',
  },
  missing: {
    title: 'Камера или микрофон не найдены',
    text: 'Подключите их и попробуйте ещё раз, зайдите с телефона или загрузите ответ файлом.',
  },
  unsupported: {
    title: 'Этот браузер не умеет записывать видео',
    text: 'Откройте страницу в последней версии Яндекс Браузера, Chrome, Safari или Firefox или загрузите ответ файлом.',
  },
  ended: {
    title: 'Камера отключилась',
    text: 'Так бывает, если отсоединился провод, пришёл звонок или камеру взяла другая программа. То, что успело записаться, сохранено.',
  },
}

interface CameraTroubleNoticeProps {
  trouble: CameraTrouble
  onRetry: () => void
  retrying: boolean
}

/** Why nothing can be recorded now, and what to do about it. */
export function CameraTroubleNotice({ trouble, onRetry, retrying }: CameraTroubleNoticeProps) {
  const { title, text } = words[trouble]
  const name = browserName(navigator.userAgent)
  return (
    <Notice
      tone="warning"
      role="alert"
      title={title}
      actions={
        trouble !== 'unsupported' && (
          <Button kind="secondary" pending={retrying} onClick={onRetry}>
            Попробовать ещё раз
          </Button>
        )
      }
    >
      {trouble === 'denied' ? (
        <>
          <p>{name ? `Как разрешить в браузере ${name}:` : 'Как разрешить:'}</p>
          <ol>
            {permissionHelp(navigator.userAgent).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      ) : (
        <p>{text}</p>
      )}
    </Notice>
  )
}
