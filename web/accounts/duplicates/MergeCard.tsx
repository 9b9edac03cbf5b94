import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './Duplicates.module.css'
import { type Merge, useConfirmMerge, useStopMerge } from './queries.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

interface MergeCardProps {
  competition: string
  merge: Merge
  /** Whether the two accounts are compared on this page. */
  compared?: boolean
}

/** A proposed merge: where it stands, and what an organiser can do about it. */
export function MergeCard({ competition, merge, compared = false }: MergeCardProps) {
  const [asks, setAsks] = useState<'confirm' | 'stop' | null>(null)
  const confirming = useConfirmMerge(competition, merge.id)
  const stopping = useStopMerge(competition, merge.id)
  const { state, people, own } = merge
  const [kept, merged] = people
  const open = state === 'waiting' || state === 'told' || state === 'done'
  const names = `${kept?.name}, ${idNumber(kept?.test_id)} и ${merged?.test_id}`
  const stopWords = state === 'done' ? 'Вернуть как было' : state === 'told' ? 'Остановить' : 'Отозвать'
  const close = () => setAsks(null)
  return (
    <article className={styles.pair} aria-label={`Объединение: ${names}`}>
      <p className={styles.name}>
        <Moments text={stateInWords(merge)} />
      </p>
      <div className={styles.two}>
        {people.map(({ test_id, name, email }, place) => (
          <div key={test_id}>
            <p>
              <bdi>{name}</bdi>
            </p>
            <p className={styles.quiet}>
              {idNumber(test_id)}, {email}, {place === 0 ? 'останется' : 'присоединится'}
            </p>
          </div>
        ))}
      </div>
      <ul className={styles.moves}>
        <li>Предложено: {said(merge.asked_by, merge.reason)}</li>
        {merge.confirmed_reason && <li>Подтверждено: {said(merge.confirmed_by, merge.confirmed_reason)}</li>}
        {merge.ended_reason && <li>Остановлено: {said(merge.ended_by, merge.ended_reason)}</li>}
      </ul>
      {open && (
        <div className={styles.acts}>
          {state === 'waiting' && !own && compared && (
            <Button size="s" onClick={() => setAsks('confirm')}>
              Подтвердить
            </Button>
          )}
          {state === 'waiting' && !compared && (
            <PortalLink alone to={`/admin/${competition}/duplicates/${kept?.test_id}/${merged?.test_id}`}>
              {own ? 'Открыть' : 'Сравнить и подтвердить'}
              <VisuallyHidden>: {names}</VisuallyHidden>
            </PortalLink>
          )}
          <Button kind="quiet" size="s" onClick={() => setAsks('stop')}>
            {stopWords}
            <VisuallyHidden>: {names}</VisuallyHidden>
          </Button>
        </div>
      )}
      {asks === 'confirm' && (
        <ReasonDialog
          title="Это один человек"
          act="Подтвердить объединение"
          missing="Напишите, как вы это проверили"
          send={confirming.mutateAsync}
          onClose={close}
        >
          <p>
            Обоим придут письма, через сутки записи объединятся. Ещё семь дней всё можно вернуть. Подтверждайте, только
            если проверили это сами.
          </p>
        </ReasonDialog>
      )}
      {asks === 'stop' && (
        <ReasonDialog
          title={stopWords}
          act={stopWords}
          danger
          missing="Напишите причину"
          send={stopping.mutateAsync}
          onClose={close}
        >
          <p>{stopText[state as 'waiting' | 'told' | 'done']}</p>
        </ReasonDialog>
      )}
    </article>
  )
}

const stopText = {
  waiting: 'Записи останутся как есть. Людям об этом не писали и не напишем.',
  told: 'Записи останутся как есть. Обоим придут письма.',
  done: 'Записи снова станут двумя: всё, что перешло и отложилось, вернётся на свои места. Новое останется у той записи, в которой появилось. Обоим придут письма.',
}

const said = (by: string, reason: string) => [quoted(reason), by].filter(Boolean).join(' — ')

function stateInWords({ state, own, due_at, until, ended_by }: Merge): string {
  const at = (wire: string | null) => {
    const moment = wire && parseWire(wire)
    return moment ? showDateTime(moment) : ''
  }
  switch (state) {
    case 'waiting':
      return own ? 'Ждёт второго организатора' : 'Ждёт второго организатора: подтвердить можете вы'
    case 'told':
      return `Объединятся ${at(due_at)}, людям написали`
    case 'done':
      return `Объединены. Можно отменить до ${at(until)}`
    case 'settled':
      return 'Объединены'
    case 'withdrawn':
      return 'Предложение отозвано'
    case 'stopped':
      return ended_by ? 'Остановлено организатором' : 'Остановлено человеком по ссылке из письма'
    case 'undone':
      return ended_by ? 'Отменено организатором, всё возвращено' : 'Отменено человеком, всё возвращено'
    case 'failed':
      return 'Не получилось: в записях многое изменилось'
  }
}
