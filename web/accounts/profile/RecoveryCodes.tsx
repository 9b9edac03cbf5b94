import { saveFile } from '#web/platform/api/save-file.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { words } from '#web/platform/ui/words.ts'
import styles from './RecoveryCodes.module.css'

/** The codes for a lost second factor, which are shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Confirm title="Коды восстановления" act={words.close} size="m" shut send={onClose} onClose={onClose}>
      <p>
        Если телефон потеряется, каждый из этих кодов один раз заменит код второго фактора. Портал показывает их только
        сейчас: скачайте и напечатайте или перепишите.
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p>
        <Button
          kind="secondary"
          onClick={() => saveFile(new Blob([textOf(codes)], { type: 'text/plain' }), 'коды-восстановления.txt')}
        >
          Скачать
        </Button>
      </p>
    </Confirm>
  )
}

const textOf = (codes: readonly string[]) =>
  `Коды восстановления для входа на ${window.location.host}. Каждый подходит один раз.\n\n${codes.join('\n')}\n`
