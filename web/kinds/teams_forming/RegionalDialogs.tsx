import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { maxReason, maxRegionalName, maxRegionalPlaces } from '#shared/programme/teams_forming/limits.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { MultiSelect, Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, type Group, type Groups, marksQuery, type RegionalTeam, useRegionalAct } from './regional-queries.ts'
import styles from './TeamsFormingPanel.module.css'

interface ActDialogProps {
  place: StagePanelProps
  title: string
  act: string
  /** The message afterwards. */
  done: string
  danger?: boolean
  /** The faults of the fields; nothing is sent while there is one. */
  faults?: Record<string, string | undefined>
  work: () => Promise<unknown>
  onClose: () => void
  children: (shown: Record<string, string | undefined>) => ReactNode
}

/** A dialog with a question or a few fields, one act, and its result. */
function ActDialog({ place, done, faults = {}, work, children, ...question }: ActDialogProps) {
  const [tried, setTried] = useState(false)
  const acting = useRegionalAct(place)
  function send() {
    setTried(true)
    return Object.values(faults).every((fault) => fault === undefined) && acting.mutateAsync(work)
  }
  return (
    <Confirm size="m" {...question} send={send} onDone={() => showBanner(done, 'success')}>
      {children(tried ? faults : {})}
    </Confirm>
  )
}

const nameFault = (text: string) => {
  if (text.trim() === '') return 'Введите название'
  return [...text].length > maxRegionalName ? `Сократите до ${maxRegionalName} символов` : undefined
}
const reasonFault = (text: string) => {
  if (text.trim() === '') return 'Напишите причину'
  return [...text.trim()].length > maxReason ? `Сократите до ${maxReason} символов` : undefined
}

interface GroupDialogProps {
  place: StagePanelProps
  data: Groups
  /** Null: a new one. */
  group: Group | null
  onClose: () => void
}

export function GroupDialog({ place, data, group, onClose }: GroupDialogProps) {
  const [title, setTitle] = useState(group?.title ?? '')
  const [regions, setRegions] = useState<readonly string[]>(group?.regions ?? [])
  const calls = callsOf(place)
  const taken = new Set(data.groups.filter(({ id }) => id !== group?.id).flatMap((each) => each.regions))
  const body = { title: title.trim(), regions: [...regions] }
  return (
    <ActDialog
      place={place}
      title={group ? `Группа ${quoted(group.title)}` : 'Новая региональная группа'}
      act={group ? 'Сохранить' : 'Создать'}
      done={group ? 'Группа изменена' : 'Группа создана'}
      faults={{ title: nameFault(title), regions: regions.length === 0 ? 'Выберите регионы' : undefined }}
      work={() => (group ? calls.changeGroup({ group_id: group.id, ...body }) : calls.makeGroup(body))}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <TextField
            name="group-title"
            label="Название группы"
            hint="Например, «Приволжский федеральный округ»"
            value={title}
            error={shown.title}
            onChange={setTitle}
          />
          <MultiSelect
            name="group-regions"
            label="Регионы"
            options={data.regions.map(({ id, value }) => ({
              ...{ value: id, label: value },
              ...(taken.has(id) && { disabled: true, description: 'уже в другой группе' }),
            }))}
            value={regions}
            error={shown.regions}
            onChange={setRegions}
          />
          {group && <p className={styles.quiet}>Кто уже вступил в команду группы, останется в ней.</p>}
        </>
      )}
    </ActDialog>
  )
}

interface TeamDialogProps {
  place: StagePanelProps
  groupId: number
  /** Null: a new one. */
  team: RegionalTeam | null
  onClose: () => void
}

export function TeamDialog({ place, groupId, team, onClose }: TeamDialogProps) {
  const [name, setName] = useState(team?.name ?? '')
  const [places, setPlaces] = useState(String(team?.capacity ?? 5))
  const calls = callsOf(place)
  const capacity = /^\d{1,3}$/.test(places) ? Number(places) : 0
  const least = Math.max(1, team?.members.length ?? 0)
  const body = { name: name.trim(), capacity }
  return (
    <ActDialog
      place={place}
      title={team ? `Команда ${quoted(team.name)}` : 'Новая команда'}
      act={team ? 'Сохранить' : 'Создать'}
      done={team ? 'Команда изменена' : 'Команда создана'}
      faults={{
        name: nameFault(name),
        places:
          capacity < least || capacity > maxRegionalPlaces
            ? `Введите число от ${least} до ${maxRegionalPlaces}`
            : undefined,
      }}
      work={() =>
        team ? calls.changeTeam({ team_id: team.team_id, ...body }) : calls.makeTeam({ group_id: groupId, ...body })
      }
      onClose={onClose}
    >
      {(shown) => (
        <>
          <TextField name="regional-name" label="Название команды" value={name} error={shown.name} onChange={setName} />
          <NumberField
            name="regional-places"
            label="Мест в команде"
            maxLength={3}
            value={places}
            error={shown.places}
            onChange={setPlaces}
          />
        </>
      )}
    </ActDialog>
  )
}

interface OfTeam {
  place: StagePanelProps
  team: RegionalTeam
  onClose: () => void
}

export function MemberDialog({ place, team, isBringing, onClose }: OfTeam & { isBringing: boolean }) {
  const [number, setNumber] = useState('')
  const [reason, setReason] = useState('')
  const calls = callsOf(place)
  const of = { team_id: team.team_id, test_id: Number(number), reason: reason.trim() }
  const wrong = isBringing ? 'Введите номер пользователя: только цифры' : 'Выберите участника'
  return (
    <ActDialog
      place={place}
      title={`${isBringing ? 'Ввести участника' : 'Вывести участника'}: ${quoted(team.name)}`}
      act={isBringing ? 'Ввести' : 'Вывести'}
      done={isBringing ? 'Участник введён в команду' : 'Участник выведен из команды'}
      faults={{ number: /^[1-9]\d{0,8}$/.test(number) ? undefined : wrong, reason: reasonFault(reason) }}
      work={() => (isBringing ? calls.bring(of) : calls.takeOut(of))}
      onClose={onClose}
    >
      {(shown) => (
        <>
          {isBringing ? (
            <NumberField
              name="regional-member"
              label="Номер пользователя"
              hint="Если участник в другой команде, он перейдёт из неё"
              maxLength={9}
              value={number}
              error={shown.number}
              onChange={setNumber}
            />
          ) : (
            <Select
              name="regional-member"
              label="Участник"
              options={peopleOf(team.members)}
              value={number}
              error={shown.number}
              onChange={setNumber}
            />
          )}
          <p className={styles.quiet}>Оценки, которые он поставил и получил в прежней команде, удалятся.</p>
          <Reason value={reason} error={shown.reason} hint="Её прочитает участник" onChange={setReason} />
        </>
      )}
    </ActDialog>
  )
}

const peopleOf = (members: RegionalTeam['members']) =>
  members.map(({ test_id, name }) => ({ value: String(test_id), label: name }))

interface ReasonProps {
  value: string
  error: string | undefined
  hint: string
  onChange: (next: string) => void
}

const Reason = ({ value, error, hint, onChange }: ReasonProps) => (
  <TextArea
    name="regional-reason"
    label="Причина"
    hint={hint}
    rows={2}
    limit={maxReason}
    value={value}
    error={error}
    onChange={onChange}
  />
)

const noMark = 'none'

/** What teammates have given each other, and one mark that the organiser sets, changes or takes away. */
export function MarksDialog({ place, team, onClose }: OfTeam) {
  const marks = useQuery(marksQuery(place, team.team_id))
  const [typed, setTyped] = useState({ author: '', teammate: '', mark: '', reason: '' })
  const { author, teammate, mark, reason } = typed
  return (
    <ActDialog
      place={place}
      title={`Оценки: ${quoted(team.name)}`}
      act="Сохранить оценку"
      done="Оценка сохранена"
      faults={{
        author: author === '' ? 'Выберите, кто оценивает' : undefined,
        teammate: teammate === '' ? 'Выберите, кого' : teammate === author ? 'Себя в команде не оценивают' : undefined,
        mark: mark === '' ? 'Выберите оценку' : undefined,
        reason: reasonFault(reason),
      }}
      work={() =>
        callsOf(place).mark({
          ...{ team_id: team.team_id, author: Number(author), teammate: Number(teammate), reason: reason.trim() },
          mark: mark === noMark ? null : Number(mark),
        })
      }
      onClose={onClose}
    >
      {(shown) => (
        <QueryStates of={[marks]} loading="Загружаем оценки…" failed="Оценки не загрузились" height="8rem" level={3}>
          {({ members, marks: given }) => {
            const named = (number: number) =>
              members.find(({ test_id }) => test_id === number)?.name ?? numbered(number)
            return (
              <>
                {given.length === 0 ? (
                  <p className={styles.quiet}>Оценок пока нет.</p>
                ) : (
                  <ul className={styles.list} aria-label="Поставленные оценки">
                    {given.map((each) => (
                      <li key={`${each.author}-${each.teammate}`}>
                        {named(each.author)} → {named(each.teammate)}: {each.mark}
                        {each.comment && <span className={styles.quiet}> — {each.comment}</span>}
                      </li>
                    ))}
                  </ul>
                )}
                <Select
                  name="mark-author"
                  label="Кто оценивает"
                  options={peopleOf(members)}
                  value={author}
                  error={shown.author}
                  onChange={(next) => setTyped({ ...typed, author: next })}
                />
                <Select
                  name="mark-teammate"
                  label="Кого"
                  options={peopleOf(members)}
                  value={teammate}
                  error={shown.teammate}
                  onChange={(next) => setTyped({ ...typed, teammate: next })}
                />
                <Select
                  name="mark-value"
                  label="Оценка"
                  options={[
                    ...['5', '4', '3', '2', '1'].map((value) => ({ value, label: value })),
                    { value: noMark, label: 'Убрать оценку' },
                  ]}
                  value={mark}
                  error={shown.mark}
                  onChange={(next) => setTyped({ ...typed, mark: next })}
                />
                <Reason
                  value={reason}
                  error={shown.reason}
                  hint="Её прочитает автор оценки"
                  onChange={(next) => setTyped({ ...typed, reason: next })}
                />
              </>
            )
          }}
        </QueryStates>
      )}
    </ActDialog>
  )
}

interface DropDialogProps {
  place: StagePanelProps
  title: string
  text: string
  done: string
  work: () => Promise<unknown>
  onClose: () => void
}

export const DropDialog = ({ text, ...rest }: DropDialogProps) => (
  <ActDialog {...rest} act="Удалить" danger>
    {() => <p>{text}</p>}
  </ActDialog>
)
