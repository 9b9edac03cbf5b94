import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxMemberNote, maxReason } from '#shared/stages/teams_forming/limits.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, downloadPaper, type Team, teamQuery, useAct } from './panel-queries.ts'
import styles from './TeamsFormingPanel.module.css'

interface TeamCheckProps {
  place: StagePanelProps
  teamId: number
  name: string
  onClose: () => void
}

/** A word about each member and one about the team. */
export function TeamCheck({ place, teamId, name, onClose }: TeamCheckProps) {
  const team = useQuery(teamQuery(place, teamId))
  const [typed, setTyped] = useState<Typed | null>(null)
  const saving = useAct(place, callsOf(place).decide, () => {
    showBanner('Решение о команде сохранено', 'success')
    onClose()
  })
  const form = typed ?? (team.data ? typedOf(team.data) : null)
  return (
    <Dialog
      title={`Проверка команды «${name}»`}
      isOpen
      size="l"
      onClose={onClose}
      actions={
        <>
          <Button
            disabled={!form || !team.data}
            pending={saving.isPending}
            onClick={() => {
              if (!form || !team.data) return
              saving.mutate({
                team_id: teamId,
                verdict: form.verdict === 'none' ? null : form.verdict,
                reason: form.reason,
                members: team.data.members.map(({ test_id }) => ({ test_id, ...wordAbout(form, test_id) })),
              })
            }}
          >
            Сохранить
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <QueryStates of={[team]} loading="Загружаем команду…" failed="Команда не загрузилась" height="14rem" level={3}>
        {(data) => <CheckForm place={place} team={data} form={form ?? typedOf(data)} onChange={setTyped} />}
      </QueryStates>
      <div className={styles.failure}>
        <FailureNotice error={saving.error} />
      </div>
    </Dialog>
  )
}

type MemberVerdict = 'fits' | 'unfit' | 'none'

interface Typed {
  verdict: 'under_check' | 'admitted' | 'rejected' | 'none'
  reason: string
  members: Readonly<Record<number, { verdict: MemberVerdict; note: string }>>
}

const typedOf = ({ verdict, verdict_reason, members }: Team): Typed => ({
  verdict: verdict ?? 'none',
  reason: verdict_reason,
  members: Object.fromEntries(members.map((one) => [one.test_id, { verdict: one.verdict ?? 'none', note: one.note }])),
})

function wordAbout({ members }: Typed, testId: number) {
  const { verdict = 'none', note = '' } = members[testId] ?? {}
  return { verdict: verdict === 'none' ? null : verdict, note }
}

interface CheckFormProps {
  place: StagePanelProps
  team: Team
  form: Typed
  onChange: (next: Typed) => void
}

function Letter({
  place,
  teamId,
  letter,
}: {
  place: StagePanelProps
  teamId: number
  letter: NonNullable<Team['letter']>
}) {
  return (
    <div className={styles.row}>
      <span>Письмо от руководителя:</span>
      <AttachedFile name={letter.name} onDownload={() => downloadPaper(place, teamId, letter.file_id)} />
    </div>
  )
}

function CheckForm({ place, team, form, onChange }: CheckFormProps) {
  const set = (testId: number, word: Partial<{ verdict: MemberVerdict; note: string }>) => {
    const before = form.members[testId] ?? { verdict: 'none' as const, note: '' }
    onChange({ ...form, members: { ...form.members, [testId]: { ...before, ...word } } })
  }
  return (
    <div className={styles.panel}>
      {team.about && <p>{team.about}</p>}
      {team.lines.length > 0 && (
        <div>
          <p>Состав не собран:</p>
          <ul className={styles.list}>
            {team.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {team.letter && <Letter place={place} teamId={team.team_id} letter={team.letter} />}
      {team.gone > 0 && <p className={styles.quiet}>Ушли после закрытия этапа: {team.gone}. Их места засчитаны.</p>}
      <ul className={styles.members} aria-label="Участники">
        {team.members.map((member) => (
          <li key={member.test_id} className={styles.member}>
            <div>
              <strong>{member.name}</strong>
              <p className={styles.quiet}>
                {[`№ ${member.test_id}`, member.captain && 'капитан', member.duty, member.region]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <RadioGroup
              name={`member-${member.test_id}`}
              label={`Проверка: ${member.name}`}
              options={[
                { value: 'fits', label: 'Подходит' },
                { value: 'unfit', label: 'Не подходит' },
                { value: 'none', label: 'Не проверен' },
              ]}
              value={form.members[member.test_id]?.verdict ?? 'none'}
              onChange={(verdict) => set(member.test_id, { verdict: verdict as MemberVerdict })}
            />
            <TextField
              name={`note-${member.test_id}`}
              label="Заметка"
              hint="Видят только организаторы"
              required={false}
              value={form.members[member.test_id]?.note ?? ''}
              error={
                [...(form.members[member.test_id]?.note ?? '')].length > maxMemberNote
                  ? `Сократите заметку до ${maxMemberNote} символов`
                  : undefined
              }
              onChange={(note) => set(member.test_id, { note })}
            />
          </li>
        ))}
      </ul>
      <RadioGroup
        name="team-verdict"
        label="Решение о команде"
        options={[
          { value: 'none', label: 'Не проверена' },
          { value: 'under_check', label: 'На проверке', hint: 'Состав больше не меняют сами участники' },
          { value: 'admitted', label: 'Допустить' },
          { value: 'rejected', label: 'Не допустить' },
        ]}
        value={form.verdict}
        onChange={(verdict) => onChange({ ...form, verdict: verdict as Typed['verdict'] })}
      />
      <TextArea
        name="verdict-reason"
        label="Причина"
        hint="Команда её прочитает. Нужна, если вы не допускаете команду, допускаете несобранную или меняете объявленное решение."
        required={false}
        rows={3}
        limit={maxReason}
        value={form.reason}
        onChange={(reason) => onChange({ ...form, reason })}
      />
    </div>
  )
}
