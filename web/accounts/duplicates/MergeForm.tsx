import { useState } from 'react'
import { maxMergeReason } from '#shared/accounts/duplicates/limits.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Duplicates.module.css'
import { type Compared, type Pair, type Stands, useProposeMerge } from './queries.ts'

interface MergeFormProps {
  pair: Pair
  compared: Compared
}

/** Shows what would move, asks whose work is kept where both have worked, and proposes the merge. */
export function MergeForm({ pair, compared: { moves, conflicts, obstacles, people, needs_second } }: MergeFormProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Stands>>>({})
  const [reason, setReason] = useState('')
  const [sure, setSure] = useState(false)
  const [tried, setTried] = useState(false)
  const act = useProposeMerge(pair, needs_second)
  if (obstacles.length > 0)
    return (
      <Notice tone="warning" title="Объединить нельзя">
        {obstacles.map((obstacle) => (
          <p key={obstacle}>{obstacle}.</p>
        ))}
      </Notice>
    )
  const standing = conflicts.map(({ key, usual }) => ({ key, stands: chosen[key] ?? (usual ? 'kept' : null) }))
  const open = standing.findIndex(({ stands }) => stands === null)
  const faults = {
    reason: reason.trim() === '' ? 'Напишите причину' : null,
    sure: sure ? null : 'Подтвердите, что проверили это',
  }
  const merge = () => {
    setTried(true)
    if (open >= 0) return document.querySelector<HTMLElement>(`#${idOf(open)} input`)?.focus()
    if (faults.reason) return document.getElementById('field-merge-reason')?.focus()
    if (faults.sure) return document.getElementById('field-merge-sure')?.focus()
    const choices = standing.flatMap(({ key, stands }) => (stands === null ? [] : [{ key, stands }]))
    act.mutate({ choices, reason: reason.trim() })
  }
  const [kept, merged] = people
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!act.isPending) merge()
      }}
    >
      <div>
        <p>
          Останется запись {idNumber(pair.test_id)}, к ней перейдёт всё, что есть у {idNumber(pair.other_id)}
          {moves.length > 0 ? ':' : '. Своих записей там нет.'}
        </p>
        {moves.length > 0 && (
          <ul className={styles.moves}>
            {moves.map(({ title, count }) => (
              <li key={title}>
                {title}: {count}
              </li>
            ))}
          </ul>
        )}
      </div>
      {conflicts.length > 0 && (
        <p>
          Выберите, что остаётся там, где есть записи с обеих сторон. Другое отложится: оно не удалится, но участвовать
          в конкурсе не будет.
        </p>
      )}
      {conflicts.map((conflict, place) => (
        <RadioGroup
          key={conflict.key}
          id={idOf(place)}
          name={`stands-${place}`}
          label={`${conflict.competition_title}: ${conflict.title}`}
          options={[
            { value: 'kept', label: `${idNumber(pair.test_id)}. ${conflict.kept}` },
            { value: 'merged', label: `${idNumber(pair.other_id)}. ${conflict.merged}` },
          ]}
          error={tried && standing[place]?.stands === null ? 'Выберите, что остаётся' : null}
          value={standing[place]?.stands ?? ''}
          onChange={(stands) => setChosen({ ...chosen, [conflict.key]: stands as Stands })}
        />
      ))}
      <p className={styles.quiet}>
        {needs_second
          ? 'Сначала объединение подтвердит другой организатор: признаки не доказывают, что это один человек. '
          : 'У записей один подтверждённый телефон, имя и день рождения, поэтому второй организатор не нужен. '}
        За сутки до объединения на обе почты придут письма со ссылкой, которая его остановит. Потом ещё семь дней всё
        можно вернуть как было, а входить нужно по почте {kept?.email}; затем подойдут оба входа, с паролем этой записи.
        Сеансы записи {merged?.email} завершатся.
      </p>
      <TextArea
        name="merge-reason"
        label="Причина"
        hint="Останется в истории участника"
        rows={2}
        limit={maxMergeReason}
        error={tried ? faults.reason : null}
        value={reason}
        onChange={setReason}
      />
      <Checkbox
        name="merge-sure"
        label="Я проверил, что обе записи принадлежат одному человеку"
        error={tried ? faults.sure : null}
        value={sure}
        onChange={setSure}
      />
      <FailureNotice error={act.error} />
      <Button type="submit" pending={act.isPending}>
        {needs_second ? 'Предложить объединение' : 'Объединить через сутки'}
      </Button>
    </form>
  )
}

const idOf = (place: number) => `stands-${place}`
