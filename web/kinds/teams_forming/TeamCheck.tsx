import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { maxReason } from '#shared/programme/teams_forming/limits.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { type MemberWords, noOpinion, TeamToCheck, wordsOf } from '#web/programme/team-formation/TeamToCheck.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, downloadPaper, type Team, teamQuery, useAct } from './panel-queries.ts'
import styles from './TeamsFormingPanel.module.css'

interface TeamCheckProps {
  place: StagePanelProps
  teamId: number
  name: string
  onClose: () => void
}

/** A verdict on each member and one on the team. */
export function TeamCheck({ place, teamId, name, onClose }: TeamCheckProps) {
  const team = useQuery(teamQuery(place, teamId))
  const [typed, setTyped] = useState<Typed | null>(null)
  const saving = useAct(place, callsOf(place).decide)
  const form = typed ?? (team.data ? typedOf(team.data) : null)
  return (
    <Confirm
      title={`Проверка команды ${quoted(name)}`}
      act="Сохранить"
      size="l"
      shut={!form || !team.data}
      send={() =>
        form !== null &&
        team.data !== undefined &&
        saving.mutateAsync({
          team_id: teamId,
          verdict: form.verdict === 'none' ? null : form.verdict,
          seen: form.seen,
          reason: form.reason,
          members: team.data.members.map(({ test_id }) => {
            const { verdict, note } = form.members[test_id] ?? noOpinion
            return { test_id, verdict, note }
          }),
        })
      }
      onDone={() => showBanner('Решение о команде сохранено', 'success')}
      onClose={onClose}
    >
      <QueryStates of={[team]} loading="Загружаем команду…" failed="Команда не загрузилась" height="14rem" level={3}>
        {(data) => <CheckForm place={place} team={data} form={form ?? typedOf(data)} onChange={setTyped} />}
      </QueryStates>
    </Confirm>
  )
}

interface Typed {
  /** The verdict when the form began to be filled in. */
  seen: Team['verdict']
  verdict: 'under_check' | 'admitted' | 'rejected' | 'none'
  reason: string
  members: MemberWords
}

const typedOf = (team: Team): Typed => ({
  seen: team.verdict,
  verdict: team.verdict ?? 'none',
  reason: team.verdict_reason,
  members: wordsOf(team),
})

interface CheckFormProps {
  place: StagePanelProps
  team: Team
  form: Typed
  onChange: (next: Typed) => void
}

function CheckForm({ place, team, form, onChange }: CheckFormProps) {
  return (
    <div className={styles.panel}>
      <TeamToCheck
        team={team}
        words={form.members}
        onFile={(fileId) => downloadPaper(place, team.team_id, fileId)}
        onWord={(testId, word) =>
          onChange({
            ...form,
            members: { ...form.members, [testId]: { ...(form.members[testId] ?? noOpinion), ...word } },
          })
        }
      />
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
