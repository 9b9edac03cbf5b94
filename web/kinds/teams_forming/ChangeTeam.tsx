import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { maxReason } from '#shared/programme/teams_forming/limits.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, type Team, teamQuery, useAct } from './panel-queries.ts'
import styles from './TeamsFormingPanel.module.css'

export type TeamAct = 'add' | 'remove' | 'captain' | 'merge' | 'split' | 'dissolve'

export const teamActs: readonly { id: TeamAct; title: string; button: string; done: string; danger?: true }[] = [
  { id: 'add', title: 'Ввести участника', button: 'Ввести', done: 'Участник введён в команду' },
  { id: 'remove', title: 'Вывести участника', button: 'Вывести', done: 'Участник выведен из команды' },
  { id: 'captain', title: 'Сменить капитана', button: 'Назначить', done: 'Капитан назначен' },
  { id: 'merge', title: 'Объединить с другой', button: 'Объединить', done: 'Команды объединены' },
  { id: 'split', title: 'Разделить', button: 'Разделить', done: 'Команда разделена' },
  { id: 'dissolve', title: 'Распустить', button: 'Распустить', done: 'Команда распущена', danger: true },
]

interface ChangeTeamProps {
  place: StagePanelProps
  teamId: number
  name: string
  act: TeamAct
  onClose: () => void
}

interface Typed {
  number: string
  member: string
  teamName: string
  going: readonly number[]
  reason: string
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text.trim())

/** One change of one team with its reason; which fields there are depends on the change. */
export function ChangeTeam({ place, teamId, name, act, onClose }: ChangeTeamProps) {
  const team = useQuery(teamQuery(place, teamId))
  const [typed, setTyped] = useState<Typed>({ number: '', member: '', teamName: '', going: [], reason: '' })
  const [attempted, setAttempted] = useState(false)
  const calls = callsOf(place)
  const words = teamActs.find(({ id }) => id === act)
  const work = async () => {
    const of = { team_id: teamId, reason: typed.reason.trim() }
    if (act === 'add') await calls.member({ ...of, test_id: Number(typed.number), become: 'member' })
    else if (act === 'captain') await calls.member({ ...of, test_id: Number(typed.member), become: 'captain' })
    else if (act === 'remove') await calls.remove({ ...of, test_id: Number(typed.member) })
    else if (act === 'merge') await calls.merge({ ...of, into: Number(typed.number) })
    else if (act === 'split') await calls.split({ ...of, team_name: typed.teamName, members: [...typed.going] })
    else await calls.dissolve(of)
  }
  const doing = useAct(place, work)
  const faults = faultsOf(act, typed)
  const shown = attempted ? faults : {}
  return (
    <Confirm
      title={`${words?.title}: ${quoted(name)}`}
      act={words?.button ?? ''}
      danger={words?.danger}
      size="m"
      shut={!team.data}
      send={() => {
        setAttempted(true)
        return Object.values(faults).every((fault) => fault === undefined) && doing.mutateAsync(undefined as never)
      }}
      onDone={() => showBanner(words?.done ?? '', 'success')}
      onClose={onClose}
    >
      <QueryStates of={[team]} loading="Загружаем команду…" failed="Команда не загрузилась" height="8rem" level={3}>
        {(data) => (
          <div className={styles.panel}>
            <Fields place={place} act={act} team={data} typed={typed} faults={shown} onChange={setTyped} />
            <TextArea
              name="change-reason"
              label="Причина"
              hint="Её прочитают участники"
              rows={2}
              limit={maxReason}
              value={typed.reason}
              error={shown.reason}
              onChange={(reason) => setTyped({ ...typed, reason })}
            />
          </div>
        )}
      </QueryStates>
    </Confirm>
  )
}

type Faults = Partial<Record<keyof Typed, string | undefined>>

function faultsOf(act: TeamAct, { number, member, teamName, going, reason }: Typed): Faults {
  const length = [...reason.trim()].length
  return {
    reason: length === 0 ? 'Напишите причину' : length > maxReason ? `Сократите до ${maxReason} символов` : undefined,
    number:
      act === 'add' && !isNumber(number)
        ? 'Введите номер пользователя: только цифры'
        : act === 'merge' && !isNumber(number)
          ? 'Введите номер команды: он указан в списке'
          : undefined,
    member: (act === 'remove' || act === 'captain') && member === '' ? 'Выберите участника' : undefined,
    teamName: act === 'split' && teamName.trim() === '' ? 'Введите название новой команды' : undefined,
    going: act === 'split' && going.length === 0 ? 'Отметьте, кто уходит в новую команду' : undefined,
  }
}

/** The team with the typed number, so that a typing error is seen before two teams have become one. */
function Joined({ place, teamId, joins }: { place: StagePanelProps; teamId: number; joins: number }) {
  const team = useQuery({ ...teamQuery(place, teamId), retry: false })
  if (team.isError) return <p className={styles.quiet}>Команды с таким номером на этом этапе нет</p>
  if (!team.data) return null
  const { name, members } = team.data
  return (
    <p role="status">
      Войдут в {quoted(name)}: в ней {counted(members.length, 'человек', 'человека', 'человек')}, станет{' '}
      {members.length + joins}
    </p>
  )
}

interface FieldsProps {
  place: StagePanelProps
  act: TeamAct
  team: Team
  typed: Typed
  faults: Faults
  onChange: (next: Typed) => void
}

function Fields({ place, act, team, typed, faults, onChange }: FieldsProps) {
  if (act === 'dissolve')
    return <p>Участники останутся без команды и смогут вступить в другую. Название освободится.</p>
  if (act === 'add' || act === 'merge')
    return (
      <>
        <TextField
          name="change-number"
          label={act === 'add' ? 'Номер пользователя' : 'Номер команды, в которую войдут все'}
          hint={
            act === 'add'
              ? 'Если участник в другой команде, он перейдёт из неё'
              : 'Капитаном останется её капитан, а этой команды не станет'
          }
          inputMode="numeric"
          autoComplete="off"
          value={typed.number}
          error={faults.number}
          onChange={(number) => onChange({ ...typed, number })}
        />
        {act === 'merge' && isNumber(typed.number) && (
          <Joined place={place} teamId={Number(typed.number)} joins={team.members.length} />
        )}
      </>
    )
  if (act === 'split')
    return (
      <>
        <TextField
          name="change-name"
          label="Название новой команды"
          autoComplete="off"
          value={typed.teamName}
          error={faults.teamName}
          onChange={(teamName) => onChange({ ...typed, teamName })}
        />
        <fieldset className={styles.panel}>
          <legend className={styles.legend}>Кто уходит в неё. Капитаном станет тот, кого отметили первым</legend>
          {team.members.map(({ test_id, name }) => (
            <Checkbox
              key={test_id}
              setting
              name={`going-${test_id}`}
              label={typed.going[0] === test_id ? `${name} — станет капитаном` : name}
              value={typed.going.includes(test_id)}
              onChange={(on) =>
                onChange({
                  ...typed,
                  going: on ? [...typed.going, test_id] : typed.going.filter((one) => one !== test_id),
                })
              }
            />
          ))}
          {faults.going && <p role="alert">{faults.going}</p>}
        </fieldset>
      </>
    )
  return (
    <Select
      name="change-member"
      label={act === 'captain' ? 'Новый капитан' : 'Кого вывести'}
      options={team.members
        .filter(({ captain }) => act !== 'captain' || !captain)
        .map(({ test_id, name }) => ({ value: String(test_id), label: name }))}
      value={typed.member}
      error={faults.member}
      onChange={(member) => onChange({ ...typed, member })}
    />
  )
}
