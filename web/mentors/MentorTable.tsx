import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { matchesOnPage } from '#shared/mentors/plan.ts'
import { counted } from '#shared/time/plural.ts'
import table from '#web/judging/PanelTable.module.css'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './Panel.module.css'
import {
  emptyProfile,
  type ProfileFaults,
  ProfileFields,
  profileFaults,
  saidProfile,
  typedProfile,
} from './ProfileFields.tsx'
import { mentorListQuery, type StageMentor, useMentor, useRemoveMentor, useWithdrawMentor } from './panel-queries.ts'

/** The mentors of the stage, those whom most people want for each place first. */
export function MentorTable({ place }: { place: StagePanelProps }) {
  const [page, setPage] = useState(1)
  const [editing, setEditing] = useState<StageMentor | 'new' | null>(null)
  const mentors = useQuery(mentorListQuery(place, { search: '', page }))
  const [leaving, setLeaving] = useState<StageMentor | null>(null)
  const removing = useRemoveMentor(place)
  const remove = (mentor: StageMentor) =>
    removing.mutate(mentor.test_id, {
      onSuccess: () => showBanner(`Наставник больше не на этапе: ${mentor.fio}`, 'success'),
      // Somebody works with him here or waits for his answer: they are to read why.
      onError: (error) =>
        isFailure(error) && error.code === 'mentor_busy' ? setLeaving(mentor) : showBanner(failureText(error)),
    })
  return (
    <Panel
      id="mentors"
      title="Наставники и спрос"
      actions={
        <Button kind="secondary" size="s" onClick={() => setEditing('new')}>
          Добавить наставника
        </Button>
      }
    >
      <QueryStates of={[mentors]} loading="Загружаем наставников…" failed="Наставники не загрузились" level={3}>
        {(data) =>
          data.count === 0 ? (
            <p className={styles.quiet}>Наставников пока нет. Добавьте их, чтобы участникам было из кого выбирать.</p>
          ) : (
            <div className={styles.panels}>
              <div className={table.box}>
                <table className={table.table}>
                  <thead>
                    <tr>
                      <th scope="col">Наставник</th>
                      <th scope="col">Спрос</th>
                      <th scope="col">Работают и ждут ответа</th>
                      <th scope="col">Мест свободно</th>
                      <th scope="col">Действия</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.mentors.map((mentor) => (
                      <tr key={mentor.test_id}>
                        <th scope="row">
                          <span className={table.who}>
                            {mentor.fio}
                            <span className={table.quiet}>
                              ID {mentor.test_id}
                              {mentor.position && ` · ${mentor.position}`}
                              {mentor.absent_until &&
                                ` · нет до ${mentor.absent_until.split('-').toReversed().join('.')}`}
                            </span>
                          </span>
                        </th>
                        <td data-label="Спрос">
                          <Demand mentor={mentor} />
                        </td>
                        <td data-label="Работают и ждут ответа">
                          {mentor.working} и {mentor.offered}
                        </td>
                        <td data-label="Мест свободно">
                          {mentor.left === null ? 'без предела' : `${mentor.left} из ${mentor.capacity}`}
                        </td>
                        <td data-label="Действия">
                          <span className={styles.row}>
                            <Button
                              kind="quiet"
                              size="s"
                              aria-label={`Изменить: ${mentor.fio}`}
                              onClick={() => setEditing(mentor)}
                            >
                              Изменить
                            </Button>
                            <Button
                              kind="quiet"
                              size="s"
                              aria-label={`Убрать с этапа: ${mentor.fio}`}
                              pending={removing.isPending && removing.variables === mentor.test_id}
                              onClick={() => remove(mentor)}
                            >
                              Убрать
                            </Button>
                          </span>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Pagination
                page={page}
                pages={Math.max(1, Math.ceil(data.count / matchesOnPage))}
                label="Страницы наставников"
                onChange={setPage}
              />
            </div>
          )
        }
      </QueryStates>
      {editing && <MentorDialog place={place} mentor={editing} onClose={() => setEditing(null)} />}
      {leaving && <WithdrawDialog place={place} mentor={leaving} onClose={() => setLeaving(null)} />}
    </Panel>
  )
}

/** For a mentor with people: they lose him, so they read why. */
function WithdrawDialog({
  place,
  mentor,
  onClose,
}: {
  place: StagePanelProps
  mentor: StageMentor
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [attempted, setAttempted] = useState(false)
  const withdrawing = useWithdrawMentor(place, mentor.test_id)
  const missing = reason.trim() === '' ? 'Напишите, что прочитают участники' : null
  function withdraw() {
    setAttempted(true)
    if (missing || withdrawing.isPending) return
    withdrawing.mutate(reason, {
      onSuccess: ({ people }) => {
        const told = people === 0 ? '' : `. Сообщили: ${counted(people, 'участнику', 'участникам', 'участникам')}`
        showBanner(`Наставник больше не на этапе: ${mentor.fio}${told}`, 'success')
        onClose()
      },
    })
  }
  return (
    <Dialog
      title="Завершить работу наставника?"
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button pending={withdrawing.isPending} pendingText="Завершаем…" onClick={withdraw}>
            Завершить работу
          </Button>
          <Button kind="secondary" disabled={withdrawing.isPending} onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.panels}>
        {withdrawing.error && (
          <Notice tone="danger" role="alert">
            {failureText(withdrawing.error)}
          </Notice>
        )}
        <p>
          {mentor.fio}: на этом этапе с наставником работают или ждут его ответа. Участники прочитают причину. Всё, что
          они прошли, останется за ними, и им начнут искать другого наставника.
        </p>
        <TextArea
          label="Что сообщить участникам"
          name="mentor-withdrawal"
          limit={1000}
          value={reason}
          error={attempted ? missing : null}
          onChange={setReason}
        />
      </div>
    </Dialog>
  )
}

/** Three people for each place are as hot as it gets. */
const hottest = 3

function Demand({ mentor: { wanted, wanted_first, capacity } }: { mentor: StageMentor }) {
  const each = capacity === null ? 0 : wanted / Math.max(1, capacity)
  const demand = { '--demand': `${Math.min(100, Math.round((each / hottest) * 100))}%` } as CSSProperties
  const over = capacity !== null && wanted > capacity
  return (
    <span className={styles.heat} style={demand}>
      {counted(wanted, 'человек', 'человека', 'человек')}, первым {wanted_first}
      {over && ` — больше, чем мест`}
    </span>
  )
}

function MentorDialog({
  place,
  mentor,
  onClose,
}: {
  place: StagePanelProps
  mentor: StageMentor | 'new'
  onClose: () => void
}) {
  const known = mentor === 'new' ? null : mentor
  const [number, setNumber] = useState('')
  const [typed, setTyped] = useState(() => (known ? typedProfile(known) : emptyProfile))
  const [faults, setFaults] = useState<ProfileFaults>({})
  const [attempted, setAttempted] = useState(false)
  const saving = useMentor(place)
  const wrong = known || /^\d{1,9}$/.test(number) ? null : 'Введите номер пользователя: его видно в шапке портала'
  function save() {
    setAttempted(true)
    const found = profileFaults(typed)
    setFaults(found)
    if (saving.isPending || wrong || Object.keys(found).length > 0) return
    saving.mutate(
      { test_id: known?.test_id ?? Number(number), fields: saidProfile(typed) },
      {
        onSuccess: () => {
          showBanner(known ? 'Профиль сохранён' : 'Наставник добавлен', 'success')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={known ? known.fio : 'Новый наставник'}
      isOpen
      role="alertdialog"
      size="l"
      onClose={onClose}
      actions={
        <>
          <Button pending={saving.isPending} pendingText="Сохраняем…" onClick={save}>
            {known ? 'Сохранить' : 'Добавить'}
          </Button>
          <Button kind="secondary" disabled={saving.isPending} onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.panels}>
        {saving.error && (
          <Notice tone="danger" role="alert">
            {failureText(saving.error)}
          </Notice>
        )}
        {known === null && (
          <NumberField
            label="Номер пользователя"
            hint="У человека должна быть учётная запись. Он станет наставником и увидит раздел «Мои участники»"
            name="mentor-number"
            maxLength={9}
            value={number}
            error={attempted ? wrong : null}
            onChange={setNumber}
          />
        )}
        <ProfileFields typed={typed} faults={faults} onChange={setTyped} />
      </div>
    </Dialog>
  )
}
