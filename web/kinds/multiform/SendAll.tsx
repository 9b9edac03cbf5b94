import Send from 'lucide-react/icons/send'
import { useEffect, useRef, useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { partPath } from '#shared/stages/addresses.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Refusal } from '#web/stages/Refusal.tsx'
import type { Stage } from '#web/stages/stage.ts'
import styles from './Multiform.module.css'
import { type HandedInAll, UnsentWords, useHandInAll } from './queries.ts'

interface SendAllProps {
  competition: string
  track: string
  whole: Stage
  /** The parts that can still be handed in. */
  open: readonly Stage[]
}

/** One button for everything that is filled in. Before it sends anything it lists what is missing. */
export function SendAll({ competition, track, whole, open }: SendAllProps) {
  const sending = useHandInAll(competition, whole)
  const [asked, setAsked] = useState(false)
  const link = (code: string, words: string) => (
    <PortalLink to={partPath(competition, track, whole, { code })}>{words}</PortalLink>
  )
  return (
    <div className={styles.send}>
      {sending.error && (
        <Refusal key={sending.submittedAt} error={headOf(sending.error)}>
          <ul className={styles.gaps}>
            {gapsOf(sending.error, whole).map(({ code, title, message }) => (
              <li key={code}>
                {link(code, title)}: {message.charAt(0).toLowerCase()}
                {message.slice(1)}
              </li>
            ))}
          </ul>
        </Refusal>
      )}
      {sending.data && <Sent key={sending.submittedAt} answer={sending.data} link={link} />}
      {open.length > 0 && (
        <>
          <Button
            icon={<Send aria-hidden="true" />}
            pending={sending.isPending}
            pendingText="Отправляем…"
            onClick={() => setAsked(true)}
          >
            Отправить всё
          </Button>
          <p className={styles.quiet}>
            Сдать можно и каждую часть отдельно, на её странице. Если чего-то не хватает, мы покажем, чего именно.
          </p>
        </>
      )}
      {asked && (
        <Confirm
          title="Отправить всё сразу?"
          act="Отправить"
          // What is missing is listed on the page, with links to the parts.
          send={() => sending.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>После отправки изменить ответы можно, только если эксперт вернёт часть на доработку. Ещё не сданы:</p>
          <ul className={styles.gaps}>
            {open.map(({ code, title }) => (
              <li key={code}>{title}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </div>
  )
}

const headOf = (error: unknown) =>
  error instanceof UnsentWords ? 'Часть написанного ещё не дошла до нас: есть только в этом браузере' : error

function gapsOf(error: unknown, { childs }: Stage): { code: string; title: string; message: string }[] {
  if (error instanceof UnsentWords)
    return error.parts.map(({ code, title }) => ({ code, title, message: 'Откройте и дождитесь сохранения' }))
  if (!isFailure(error, 'multiform_gaps')) return []
  return childs.flatMap(({ code, title }) => {
    const fault = error.fields[code]
    return fault ? [{ code, title, message: fault.message }] : []
  })
}

interface SentProps {
  answer: HandedInAll
  link: (code: string, words: string) => React.ReactNode
}

/** What was sent, with the numbers of the receipts. It takes the focus. */
function Sent({ answer: { handed_in, left }, link }: SentProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className={styles.sent}>
      <Notice tone="success" role="status" title={`Принято: ${counted(handed_in.length, 'часть', 'части', 'частей')}`}>
        <ul className={styles.gaps}>
          {handed_in.map(({ code, title, receipt_number }) => (
            <li key={code}>
              {title}: квитанция {receipt_number}
            </li>
          ))}
        </ul>
        {left.length > 0 && (
          <p>Остались черновиками, потому что не обязательны: {left.map(({ title }) => quoted(title)).join(', ')}.</p>
        )}
      </Notice>
      {left.map(({ code, title, message }) => (
        <p key={code} className={styles.quiet}>
          {link(code, title)}: {message.charAt(0).toLowerCase()}
          {message.slice(1)}
        </p>
      ))}
    </div>
  )
}
