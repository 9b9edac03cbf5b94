import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import Share from 'lucide-react/icons/share-2'
import { useRef, useState } from 'react'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { QrCode, qrCells, qrPicture } from '#web/platform/ui/QrCode.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './Invite.module.css'

/** The personal link: to copy, to share, or as a QR code. */
export function InviteLink({ link, competition }: { link: string; competition: string }) {
  const [copied, setCopied] = useState<'' | 'done' | 'failed'>('')
  const input = useRef<HTMLInputElement>(null)
  const canShare = typeof navigator.share === 'function'

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      setCopied('done')
    } catch {
      // Not every browser allows writing to the clipboard; the person can then copy the selected text.
      input.current?.select()
      setCopied('failed')
    }
  }

  return (
    <div className={styles.form}>
      <div className={`${styles.form} ${styles.screen}`}>
        <TextField
          label="Ваша личная ссылка"
          name="link"
          readOnly
          ref={input}
          value={link}
          onChange={() => undefined}
          hint="Кто зарегистрируется по ней, придёт от вас"
        />
        <div className={styles.actions}>
          <Button kind="secondary" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
            {copied === 'done' ? 'Ссылка скопирована' : 'Скопировать ссылку'}
          </Button>
          {canShare && (
            <Button
              kind="secondary"
              icon={<Share aria-hidden="true" />}
              // Closing the share sheet also rejects the promise and is no fault.
              onClick={() => void navigator.share({ title: competition, url: link }).catch(() => undefined)}
            >
              Поделиться
            </Button>
          )}
        </div>
        <VisuallyHidden role="status">{copied === 'done' ? 'Ссылка скопирована' : ''}</VisuallyHidden>
        {copied === 'failed' && <p role="alert">Ссылка выделена: скопируйте её вручную.</p>}
      </div>
      <div className={styles.code}>
        <Heading level={3} size={4}>
          Код для камеры
        </Heading>
        <p className={styles.quiet}>Наведите камеру телефона: откроется регистрация в конкурсе «{competition}».</p>
        <QrCode text={link} label="QR-код с вашей личной ссылкой" />
        <div className={`${styles.actions} ${styles.screen}`}>
          <Button kind="secondary" size="s" icon={<Download aria-hidden="true" />} onClick={() => void keep(link)}>
            Сохранить
          </Button>
          <Button kind="secondary" size="s" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Напечатать
          </Button>
        </div>
      </div>
    </div>
  )
}

async function keep(link: string): Promise<void> {
  const picture = await qrCells(link).then(qrPicture, () => null)
  if (!picture) return showBanner('Не удалось сохранить картинку. Попробуйте ещё раз')
  const url = URL.createObjectURL(picture)
  Object.assign(document.createElement('a'), { href: url, download: 'приглашение.png' }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
