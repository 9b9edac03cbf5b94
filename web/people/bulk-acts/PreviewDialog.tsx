import { decidingKinds, skipTitles } from '#shared/people/bulk-acts/acts.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import styles from './BulkActs.module.css'
import { type Asked, type Preview, useAsk } from './queries.ts'

interface PreviewDialogProps {
  competition: string
  preview: Preview
  asked: Asked
  onClose: () => void
  onAsked: () => void
}

const people = (count: number) => counted(count, 'человек', 'человека', 'человек')

/** The people whom an act changes and those whom it leaves out, before it begins. */
export function PreviewDialog({ competition, preview, asked, onClose, onAsked }: PreviewDialogProps) {
  const act = useAsk(competition)
  const { will, skipped, samples, loses } = preview
  const deciding = decidingKinds.includes(asked.act.kind)
  const rest = will - samples.length
  return (
    <Confirm
      title="Что изменится"
      act={`${deciding ? 'Попросить подтвердить' : 'Изменить'}: ${people(will)}`}
      size="m"
      shut={will === 0}
      send={() => act.mutateAsync(asked)}
      onDone={onAsked}
      onClose={onClose}
    >
      <p>
        {preview.people === 0
          ? 'Отбору никто не соответствует.'
          : `В отборе ${people(preview.people)}, изменится ${will}.`}
        {asked.act.kind === 'extend' && will > 0 && ' Каждому уйдёт уведомление о новом сроке.'}
        {asked.act.kind === 'disqualify' &&
          will > 0 &&
          ' Каждому уйдёт уведомление, открыть этапы он больше не сможет.'}
      </p>
      {deciding && will > 0 && <p>Решение подействует и уйдёт участникам, когда его подтвердит другой организатор.</p>}
      {samples.length > 0 && (
        <p>
          {samples.map(({ name, test_id }) => `${name} (${idNumber(test_id)})`).join(', ')}
          {rest > 0 && ` и ещё ${people(rest)}`}
        </p>
      )}
      {loses.length > 0 && (
        <>
          <p>Скроются этапы, которые эти люди уже начали. Сделанное сохранится:</p>
          <ul className={styles.reasons}>
            {loses.map(({ title, people: begun, handed_in }) => (
              <li key={title}>
                {quoted(title)}: {people(begun)}
                {handed_in > 0 && `, из них сдали ${handed_in}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {skipped.length > 0 && (
        <>
          <p>Остальных действие не коснётся:</p>
          <ul className={styles.reasons}>
            {skipped.map(({ why, people: count }) => (
              <li key={why}>
                {skipTitles[why]}: {count}
              </li>
            ))}
          </ul>
        </>
      )}
    </Confirm>
  )
}
