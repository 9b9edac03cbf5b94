import { useQuery } from '@tanstack/react-query'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, planQuery, useAct } from './panel-queries.ts'
import styles from './TeamsFormingPanel.module.css'

/** Who would come into which team; the button below does exactly this. */
export function AssemblyDialog({ place, onClose }: { place: StagePanelProps; onClose: () => void }) {
  const plan = useQuery(planQuery(place))
  const acting = useAct(place, callsOf(place).assemble)
  const fingerprint = plan.data && plan.data.teams.length > 0 ? plan.data.fingerprint : null
  return (
    <Confirm
      title="Кто в какую команду попадёт"
      act="Собрать эти команды"
      size="l"
      shut={fingerprint === null}
      send={() => fingerprint !== null && acting.mutateAsync(fingerprint)}
      onDone={({ placed, teams }) =>
        showBanner(
          `${counted(placed, 'человек', 'человека', 'человек')} теперь в командах: ${counted(teams, 'команда', 'команды', 'команд')}`,
          'success',
        )
      }
      onClose={onClose}
    >
      <QueryStates of={[plan]} loading="Составляем расклад…" failed="Расклад не составлен" height="10rem" level={3}>
        {({ people, teams, left }) => (
          <div className={styles.panel}>
            <p>
              Без команды — {counted(people, 'человек', 'человека', 'человек')}. Людей одного региона распределяем по
              разным командам. Каждому придёт сообщение.
            </p>
            {teams.length === 0 && <p>Собрать нечего: людей меньше, чем нужно на команду.</p>}
            {teams.map(({ team_id, name, before, joins }) => (
              <section key={`${team_id}-${name}`} aria-label={name}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <p className={styles.quiet}>
                  {team_id === null
                    ? `новая команда: ${counted(joins.length, 'человек', 'человека', 'человек')}, капитан — первый в списке`
                    : `сейчас ${before}, станет ${before + joins.length}`}
                </p>
                <ul className={styles.list}>
                  {joins.map((one) => (
                    <li key={one.test_id}>
                      <bdi>{one.name}</bdi>
                      {one.region && <span className={styles.quiet}>, {one.region}</span>}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {left.length > 0 && (
              <p>
                Места не нашлось: {left.map(({ name }) => name).join(', ')}. Их можно ввести в команду по одному или
                объединить небольшие команды.
              </p>
            )}
          </div>
        )}
      </QueryStates>
    </Confirm>
  )
}
