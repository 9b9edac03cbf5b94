import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type GivenFlag, givenFlags } from '#shared/accounts/rights/flag-titles.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { FlagChoice } from './FlagChoice.tsx'
import { InviteForm } from './InviteForm.tsx'
import { type Organiser, rightsQuery, useInvite, useSetRights, useWithdraw } from './queries.ts'
import { flagsInWords, InvitedPanel, RightsRow } from './RightsRow.tsx'

/** Who may do what in a competition, and who is invited to. */
export function RightsPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const query = useQuery(rightsQuery(competition))
  const invite = useInvite(competition)
  const withdraw = useWithdraw(competition)
  const [changed, setChanged] = useState<Organiser | null>(null)
  return (
    <div className={lists.page}>
      <QueryStates of={[query]} loading="Загружаем права" failed="Права не загрузились" lines={10}>
        {({ title, people, invited }) => (
          <>
            <header className={lists.head}>
              <ConsoleCrumbs competition={competition} title={title} page="Права" />
              <PageHeading title="Права организаторов" />
              <p className={lists.quiet}>
                Решения о судьбе участников подтверждает второй организатор, какие бы права ни были у первого.
              </p>
            </header>
            <div className={lists.columns}>
              <Panel title="Организаторы">
                <ul className={lists.list}>
                  {people.map((one) => (
                    <RightsRow key={one.test_id} of={one} onChange={() => setChanged(one)}>
                      {one.flags.length > 0 && <p>В этом конкурсе: {flagsInWords(one.flags)}</p>}
                      {one.everywhere.length > 0 && <p>Во всех конкурсах: {flagsInWords(one.everywhere)}</p>}
                    </RightsRow>
                  ))}
                </ul>
              </Panel>
              <div className={lists.fields}>
                <InviteForm title="Пригласить организатора" flags={givenFlags} where={here} invite={invite} />
                {invited.length > 0 && (
                  <InvitedPanel invited={invited} withdraw={withdraw}>
                    {({ flags }) => <p>{flagsInWords(flags)}</p>}
                  </InvitedPanel>
                )}
              </div>
            </div>
            {changed && <RightsDialog competition={competition} of={changed} onClose={() => setChanged(null)} />}
          </>
        )}
      </QueryStates>
    </div>
  )
}

const here = 'в этом конкурсе'

interface RightsDialogProps {
  competition: string
  of: Organiser
  onClose: () => void
}

function RightsDialog({ competition, of, onClose }: RightsDialogProps) {
  const [flags, setFlags] = useState<GivenFlag[]>(givenFlags.filter((flag) => of.flags.includes(flag)))
  const change = useSetRights(competition)
  return (
    <Confirm
      title="Изменить права"
      act={flags.length === 0 ? 'Забрать все права' : 'Сохранить права'}
      danger={flags.length === 0}
      size="m"
      send={() => change.mutateAsync({ test_id: of.test_id, flags })}
      onClose={onClose}
    >
      <p>
        <bdi>{of.name}</bdi>.{of.everywhere.length > 0 && ' Права во всех конкурсах здесь не меняются.'}
      </p>
      <FlagChoice name="rights" flags={givenFlags} where={here} value={flags} onChange={setFlags} />
    </Confirm>
  )
}
