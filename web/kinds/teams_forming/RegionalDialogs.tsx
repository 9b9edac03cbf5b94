import { useQuery } from '@tanstack/react-query'
import { type AnswerData, chosenIds, type FormField, textOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { maxReason, maxRegionalName, maxRegionalPlaces } from '#shared/programme/teams_forming/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, type Group, type Groups, marksQuery, type RegionalTeam, useRegionalAct } from './regional-queries.ts'
import styles from './TeamsFormingPanel.module.css'

const nameField = (label: string, hint?: string): FormField => ({
  ...{ name: 'name', label, view: 'text', ...(hint && { hint }) },
  validation_rules: { required: true, max_length: maxRegionalName },
  custom_errors: { required: 'Введите название' },
})

const choice = (
  name: string,
  label: string,
  options: { id: string; value: string }[],
  required: string,
): FormField => ({
  ...{ name, label, options, view: 'select' },
  validation_rules: { required: true },
  custom_errors: { required },
})

interface GroupDialogProps {
  place: StagePanelProps
  data: Groups
  /** Null: a new one. */
  group: Group | null
  onClose: () => void
}

export function GroupDialog({ place, data, group, onClose }: GroupDialogProps) {
  const calls = callsOf(place)
  const acting = useRegionalAct(place)
  const taken = new Set(data.groups.filter(({ id }) => id !== group?.id).flatMap((each) => each.regions))
  const form = formOf(nameField('Название группы', 'Например, «Приволжский федеральный округ»'), {
    name: 'regions',
    label: 'Регионы',
    view: 'multiselect',
    ...(taken.size > 0 && { hint: 'Регионов других групп здесь нет' }),
    options: data.regions.filter(({ id }) => !taken.has(id)),
    validation_rules: { required: true },
    custom_errors: { required: 'Выберите регионы' },
  })
  return (
    <FormDialog
      title={group ? `Группа ${quoted(group.title)}` : 'Новая региональная группа'}
      act={group ? 'Сохранить' : 'Создать'}
      form={form}
      answer={group ? { name: group.title, regions: group.regions } : {}}
      send={({ name, regions }) => {
        const body = { title: textOf(name).trim(), regions: chosenIds(regions) }
        return acting.mutateAsync(() =>
          group ? calls.changeGroup({ group_id: group.id, ...body }) : calls.makeGroup(body),
        )
      }}
      onDone={() => showBanner(group ? 'Группа изменена' : 'Группа создана', 'success')}
      onClose={onClose}
      below={() => group && <p className={styles.quiet}>Кто уже вступил в команду группы, останется в ней.</p>}
    />
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
  const calls = callsOf(place)
  const acting = useRegionalAct(place)
  const least = Math.max(1, team?.members.length ?? 0)
  const wrong = `Введите число от ${least} до ${maxRegionalPlaces}`
  const form = formOf(nameField('Название команды'), {
    name: 'places',
    label: 'Мест в команде',
    view: 'number',
    validation_rules: { required: true, int: true, min_value: least, max_value: maxRegionalPlaces },
    custom_errors: { required: wrong, int: wrong, min_value: wrong, max_value: wrong },
  })
  return (
    <FormDialog
      title={team ? `Команда ${quoted(team.name)}` : 'Новая команда'}
      act={team ? 'Сохранить' : 'Создать'}
      form={form}
      answer={{ name: team?.name ?? '', places: String(team?.capacity ?? 5) }}
      send={({ name, places }) => {
        const body = { name: textOf(name).trim(), capacity: Number(textOf(places)) }
        return acting.mutateAsync(() =>
          team ? calls.changeTeam({ team_id: team.team_id, ...body }) : calls.makeTeam({ group_id: groupId, ...body }),
        )
      }}
      onDone={() => showBanner(team ? 'Команда изменена' : 'Команда создана', 'success')}
      onClose={onClose}
    />
  )
}

interface OfTeam {
  place: StagePanelProps
  team: RegionalTeam
  onClose: () => void
}

const numberWrong = 'Введите номер пользователя: только цифры'
const numberField: FormField = {
  name: 'member',
  label: 'Номер пользователя',
  hint: 'Если участник в другой команде, он перейдёт из неё',
  view: 'number',
  validation_rules: { required: true, regexp: '^[1-9][0-9]{0,8}$' },
  custom_errors: { required: numberWrong, regexp: numberWrong },
}

const peopleOf = (members: RegionalTeam['members']) =>
  members.map(({ test_id, name }) => ({ id: String(test_id), value: name }))

export function MemberDialog({ place, team, isBringing, onClose }: OfTeam & { isBringing: boolean }) {
  const calls = callsOf(place)
  const acting = useRegionalAct(place)
  const form = formOf(
    isBringing ? numberField : choice('member', 'Участник', peopleOf(team.members), 'Выберите участника'),
    reasonField('Её прочитает участник', maxReason),
  )
  return (
    <FormDialog
      title={`${isBringing ? 'Ввести участника' : 'Вывести участника'}: ${quoted(team.name)}`}
      act={isBringing ? 'Ввести' : 'Вывести'}
      form={form}
      send={({ member, reason }) => {
        const of = { team_id: team.team_id, test_id: Number(textOf(member)), reason: textOf(reason).trim() }
        return acting.mutateAsync(() => (isBringing ? calls.bring(of) : calls.takeOut(of)))
      }}
      onDone={() => showBanner(isBringing ? 'Участник введён в команду' : 'Участник выведен из команды', 'success')}
      onClose={onClose}
    >
      <p className={styles.quiet}>Оценки, которые он поставил и получил в прежней команде, удалятся.</p>
    </FormDialog>
  )
}

const noMark = 'none'
const marks = [
  ...['5', '4', '3', '2', '1'].map((value) => ({ id: value, value })),
  { id: noMark, value: 'Убрать оценку' },
]
const oneself = ({ author, teammate }: AnswerData) =>
  author === teammate && teammate ? { teammate: { rule: 'other', message: 'Себя в команде не оценивают' } } : undefined

/** What teammates have given each other, and one mark that the organiser sets, changes or takes away. */
export function MarksDialog({ place, team, onClose }: OfTeam) {
  const query = useQuery(marksQuery(place, team.team_id))
  const acting = useRegionalAct(place)
  const title = `Оценки: ${quoted(team.name)}`
  const { data } = query
  if (!data)
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        <QueryStates of={[query]} loading="Загружаем оценки…" failed="Оценки не загрузились" height="8rem" level={3}>
          {() => null}
        </QueryStates>
      </Dialog>
    )
  const named = (number: number) => data.members.find(({ test_id }) => test_id === number)?.name ?? numbered(number)
  const people = peopleOf(data.members)
  const form = formOf(
    choice('author', 'Кто оценивает', people, 'Выберите, кто оценивает'),
    choice('teammate', 'Кого', people, 'Выберите, кого'),
    choice('mark', 'Оценка', marks, 'Выберите оценку'),
    reasonField('Её прочитает автор оценки', maxReason),
  )
  return (
    <FormDialog
      title={title}
      act="Сохранить оценку"
      form={form}
      faults={(answer) => oneself(answer) ?? {}}
      send={({ author, teammate, mark, reason }) =>
        acting.mutateAsync(() =>
          callsOf(place).mark({
            team_id: team.team_id,
            author: Number(textOf(author)),
            teammate: Number(textOf(teammate)),
            mark: mark === noMark ? null : Number(textOf(mark)),
            reason: textOf(reason).trim(),
          }),
        )
      }
      onDone={() => showBanner('Оценка сохранена', 'success')}
      onClose={onClose}
    >
      {data.marks.length === 0 ? (
        <p className={styles.quiet}>Оценок пока нет.</p>
      ) : (
        <ul className={styles.list} aria-label="Поставленные оценки">
          {data.marks.map((each) => (
            <li key={`${each.author}-${each.teammate}`}>
              {named(each.author)} → {named(each.teammate)}: {each.mark}
              {each.comment && <span className={styles.quiet}> — {each.comment}</span>}
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
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

export function DropDialog({ place, text, done, work, ...question }: DropDialogProps) {
  const acting = useRegionalAct(place)
  return (
    <Confirm
      {...question}
      act="Удалить"
      danger
      send={() => acting.mutateAsync(work)}
      onDone={() => showBanner(done, 'success')}
    >
      <p>{text}</p>
    </Confirm>
  )
}
