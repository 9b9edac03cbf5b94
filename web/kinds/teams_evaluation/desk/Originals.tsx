import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { givenFor, rowsOf } from './grid.ts'
import styles from './Observations.module.css'
import type { Observation } from './queries.ts'

interface Row {
  who: string
  code: string
}
const fieldOf = ({ who, code }: Row) => `${who}_${code}`

/** What each observer had marked, as it was handed in, beside what was agreed on. */
export function Originals({ observation }: { observation: Observation }) {
  const { originals, competencies, agreed } = observation
  const settled = Object.keys(agreed.marks).length > 0
  return (
    <section className={styles.form} aria-labelledby="originals">
      <Heading level={2} size={3} id="originals">
        Оценки наблюдателей
      </Heading>
      <DataTable
        label="Таблица оценок"
        narrow="scroll"
        className={styles.originals}
        rows={rowsOf(observation).flatMap((whose) => competencies.map((of) => ({ ...of, ...whose })))}
        keyOf={fieldOf}
        groupOf={({ who, name }) => ({ id: who, title: name })}
        marked={(row) => givenFor(observation, fieldOf(row)).apart}
        columns={[
          { title: 'Кто и что', value: ({ title }) => title },
          ...originals.map(({ name, me, marks }) => ({
            title: me ? 'Вы' : name,
            cell: (row: Row) => marks[fieldOf(row)] ?? '—',
          })),
          settled && {
            title: 'Согласовано',
            cell: (row: Row) => <strong>{agreed.marks[fieldOf(row)] ?? '—'}</strong>,
          },
        ]}
      />
      {originals
        .filter(({ words }) => words !== '')
        .map(({ name, me, words }) => (
          <p key={name}>
            <strong>{me ? 'Ваши заметки' : name}.</strong> {words}
          </p>
        ))}
    </section>
  )
}
