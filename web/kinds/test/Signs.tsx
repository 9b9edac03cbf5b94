import { useQuery } from '@tanstack/react-query'
import { idNumber, inUnits, outOf } from '#shared/platform/text/unbroken.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { signsQuery } from './panel-queries.ts'
import styles from './TestPanel.module.css'

/** Signs of what may be looked into. They decide nothing by themselves. */
export function Signs({ place }: { place: StagePanelProps }) {
  const signs = useQuery(signsQuery(place))
  return (
    <Panel
      id="signs"
      title="На что посмотреть"
      says={
        signs.data
          ? signs.data.people.length + signs.data.pairs.length === 0
            ? 'Пока ничего необычного'
            : `Участники: ${signs.data.people.length}, пары: ${signs.data.pairs.length}`
          : ''
      }
      read
    >
      <QueryStates of={[signs]} loading="Загружаем…" failed="Список не загрузился" lines={3} level={3}>
        {({ people, pairs }) => (
          <div className={styles.part}>
            <p className={styles.quiet}>
              Это только поводы присмотреться: у каждого есть и невинные причины. На результат они не влияют. Пара
              попадает сюда, если у двоих в одно время совпали неверные ответы или почти весь вариант пройден в одном
              темпе.
            </p>
            {people.length + pairs.length === 0 && <p>Пока ничего необычного</p>}
            {people.length > 0 && (
              <ul className={styles.list}>
                {people.map((one) => (
                  <li key={one.test_id}>
                    <bdi>{one.name}</bdi>, {idNumber(one.test_id)}
                    <span className={styles.quiet}>
                      <Facts
                        of={[
                          one.left > 0 && `уходы со страницы: ${one.left}, всего ${inUnits(one.away_seconds, 'с')}`,
                          one.addresses > 1 && `разных адресов: ${one.addresses}`,
                          one.taken_over > 0 && `переносы на другое устройство: ${one.taken_over}`,
                        ]}
                      />
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {pairs.length > 0 && (
              <ul className={styles.list}>
                {pairs.map(({ one, other, same, wrong, of }) => (
                  <li key={`${one.test_id}-${other.test_id}`}>
                    <bdi>{one.name}</bdi>, {idNumber(one.test_id)} и <bdi>{other.name}</bdi>, {idNumber(other.test_id)}
                    <span className={styles.quiet}>
                      Одинаковых ответов в одно время: {outOf(same, of)}
                      {wrong > 0 ? `, из них неверных: ${wrong}` : ', неверных среди них нет'}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryStates>
    </Panel>
  )
}
