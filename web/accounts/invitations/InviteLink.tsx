import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import Share from 'lucide-react/icons/share-2'
import { saveFile } from '#web/platform/api/save-file.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CopyField } from '#web/platform/ui/CopyField.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { QrCode, qrCells, qrPicture } from '#web/platform/ui/QrCode.tsx'
import styles from './Invite.module.css'

/** The personal link: to copy, to share, or as a QR code. */
export function InviteLink({ link, competition }: { link: string; competition: string }) {
  const canShare = typeof navigator.share === 'function'

  return (
    <div className={styles.form}>
      <div className={styles.screen}>
        <CopyField
          label="Ваша личная ссылка"
          value={link}
          hint="Кто зарегистрируется по ней, придёт от вас"
          actions={
            canShare && (
              <Button
                kind="secondary"
                icon={<Share aria-hidden="true" />}
                // Closing the share sheet also rejects the promise and is no fault.
                onClick={() => void navigator.share({ title: competition, url: link }).catch(() => undefined)}
              >
                Поделиться
              </Button>
            )
          }
        />
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
  saveFile(picture, 'приглашение.png')
}
