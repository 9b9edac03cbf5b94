import { Heading } from '#web/platform/ui/Heading.tsx'
import { ScrollBox } from '#web/platform/ui/ScrollBox.tsx'
import { givenFor, rowsOf } from './grid.ts'
import styles from './Observations.module.css'
import type { Observation } from './queries.ts'

/** What each observer had marked, as it was handed in, beside what was agreed on. */
export function Originals({ observation }: { observation: Observation }) {
  const { originals, competencies, agreed } = observation
  const settled = Object.keys(agreed.marks).length > 0
  return (
    <section className={styles.form} aria-labelledby="originals">
      <Heading level={2} size={3} id="originals">
        Оценки наблюдателей
      </Heading>
      <ScrollBox label="Таблица оценок">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Кто и что</th>
              {originals.map(({ name, me }) => (
                <th key={name} scope="col">
                  {me ? 'Вы' : name}
                </th>
              ))}
              {settled && <th scope="col">Согласовано</th>}
            </tr>
          </thead>
          {rowsOf(observation).map(({ who, name }) => (
            <tbody key={who}>
              <tr>
                <th scope="rowgroup" colSpan={originals.length + (settled ? 2 : 1)}>
                  {name}
                </th>
              </tr>
              {competencies.map(({ code, title }) => {
                const field = `${who}_${code}`
                return (
                  <tr key={code} data-apart={givenFor(observation, field).apart || undefined}>
                    <th scope="row">{title}</th>
                    {originals.map((one) => (
                      <td key={one.name}>{one.marks[field] ?? '—'}</td>
                    ))}
                    {settled && (
                      <td>
                        <strong>{agreed.marks[field] ?? '—'}</strong>
                      </td>
                    )}
                  </tr>
                )
              })}
            </tbody>
          ))}
        </table>
      </ScrollBox>
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
