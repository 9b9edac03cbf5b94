import { type FormEvent, useState } from 'react'
import type { FileAnswer } from '#shared/forms/fields/field.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { showMoscowTime } from '#shared/platform/time/moscow.ts'
import { maxReplacementReason } from '#shared/programme/team-formation/limits.ts'
import { teamPaper } from '#shared/programme/team-formation/papers.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { toDate } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { askReplacement, downloadPaper, type Team, type TeamChange, withdrawReplacement } from './queries.ts'
import { TeamFile } from './TeamFile.tsx'
import styles from './TeamFormation.module.css'

type State = NonNullable<Team['replacement']>

interface ReplacementProps {
  team: Team
  state: State
  changing: TeamChange
}

/** After the lock: what became of the last request for a replacement, and for the captain the way to make one. */
export function Replacement({ team, state, changing }: ReplacementProps) {
  const { last, may_ask, until, reason } = state
  if (!last && !may_ask) return null
  return (
    <Panel title="Замена участника">
      <div className={styles.section}>
        {last && <LastRequest team={team} last={last} changing={changing} />}
        {may_ask ? (
          <Ask key={last?.id ?? 0} team={team} until={until} changing={changing} />
        ) : (
          reason !== '' && last?.state !== 'asked' && <p className={styles.quiet}>{reason}.</p>
        )}
      </div>
    </Panel>
  )
}

const states = {
  asked: { look: 'waiting', text: 'Ждёт ответа организатора' },
  granted: { look: 'done', text: 'Замена одобрена' },
  declined: { look: 'shut', text: 'В замене отказано' },
  withdrawn: { look: 'neutral', text: 'Заявка отозвана' },
} as const

function LastRequest({ team, last, changing }: { team: Team; last: NonNullable<State['last']>; changing: TeamChange }) {
  const { look, text } = states[last.state]
  const withdraw = () => withdrawReplacement(team.team_id, last.id)
  return (
    <div className={styles.plain}>
      <p>
        <StatusBadge look={look}>{text}</StatusBadge>
      </p>
      <p>
        {last.leaving ? `Выходит ${last.leaving}, входит` : 'На свободное место входит'} участник{' '}
        {numbered(last.coming)}. {last.reason}
      </p>
      {last.answer && <p>Ответ организатора: {last.answer}</p>}
      <div className={styles.actions}>
        {last.files.map(({ file_id, name }) => (
          <AttachedFile key={file_id} name={name} onDownload={() => downloadPaper(team.team_id, file_id)} />
        ))}
        {last.state === 'asked' && team.standing === 'captain' && (
          <Button
            kind="quiet"
            size="s"
            pending={changing.pending === 'withdraw'}
            onClick={() => void changing.change('withdraw', withdraw, 'Заявка отозвана')}
          >
            Отозвать заявку
          </Button>
        )}
      </div>
    </div>
  )
}

const nobody = 'nobody'

function Ask({ team, until, changing }: { team: Team; until: string | null; changing: TeamChange }) {
  const [leaving, setLeaving] = useState('')
  const [coming, setComing] = useState('')
  const [reason, setReason] = useState('')
  const [documents, setDocuments] = useState<readonly FileAnswer[]>([])
  const [faults, setFaults] = useState<Partial<Record<'leaving' | 'coming' | 'reason' | 'documents' | 'all', string>>>(
    {},
  )

  async function ask(event: FormEvent) {
    event.preventDefault()
    const length = [...reason.trim()].length
    const found = {
      ...(leaving === '' && { leaving: 'Выберите, кого заменить' }),
      ...(!/^[1-9]\d{0,8}$/.test(coming.trim()) && { coming: 'Введите номер пользователя: только цифры' }),
      ...(length === 0 && { reason: 'Напишите причину' }),
      ...(length > maxReplacementReason && { reason: `Сократите до ${maxReplacementReason} символов` }),
      ...(documents.length === 0 && { documents: 'Приложите документы' }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const gone = leaving === nobody ? null : Number(leaving)
    await changing.change(
      'replacement',
      () => askReplacement(team.team_id, { leaving: gone, coming: Number(coming), reason, documents: [...documents] }),
      'Заявка отправлена организаторам',
      (error) => {
        const ofFiles = isFailure(error) && error.fields.documents?.message
        const ofPerson = isFailure(error, 'user_not_found', 'team_candidate_busy')
        setFaults(
          ofFiles ? { documents: ofFiles } : ofPerson ? { coming: failureText(error) } : { all: failureText(error) },
        )
      },
    )
  }

  return (
    <form className={styles.form} onSubmit={ask} noValidate>
      <p className={styles.quiet}>
        Состав закреплён, но участника можно заменить: приложите документы, и организатор решит.
        {until && <Moments text={` Заявки принимают до ${showMoscowTime(toDate(until))}.`} />}
      </p>
      <Select
        name="replaced"
        label="Кого заменить"
        options={[
          ...team.members.map((member) => ({ value: String(member.user_id), label: fullName(member) })),
          ...(team.members.length < team.size.max ? [{ value: nobody, label: 'Никого: есть свободное место' }] : []),
        ]}
        value={leaving}
        error={faults.leaving ?? null}
        onChange={setLeaving}
      />
      <TextField
        name="newcomer"
        label="Номер нового участника"
        hint="Участник видит его вверху страницы, рядом с именем"
        inputMode="numeric"
        autoComplete="off"
        value={coming}
        error={faults.coming ?? null}
        onChange={setComing}
      />
      <TextArea
        name="replacement-reason"
        label="Причина"
        rows={3}
        limit={maxReplacementReason}
        value={reason}
        error={faults.reason ?? null}
        onChange={setReason}
      />
      <TeamFile
        field={teamPaper.documents}
        name="replacement-documents"
        value={documents}
        error={faults.documents ?? null}
        required
        onChange={setDocuments}
      />
      {faults.all && <p role="alert">{faults.all}</p>}
      <p>
        <Button type="submit" pending={changing.pending === 'replacement'} pendingText="Отправляем…">
          Попросить о замене
        </Button>
      </p>
    </form>
  )
}
