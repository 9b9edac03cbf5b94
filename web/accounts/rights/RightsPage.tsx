import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { flagTitles, type GivenFlag, givenFlags } from '#shared/accounts/rights/flag-titles.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { FlagChoice } from './FlagChoice.tsx'
import { InviteForm } from './InviteForm.tsx'
import { type Invited, type Organiser, rightsQuery, useSetRights, useWithdraw } from './queries.ts'

/** Who may do what in a competition, and who is invited to. */
export function RightsPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const query = useQuery(rightsQuery(competition))
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
                    <Row key={one.test_id} of={one} onChange={() => setChanged(one)} />
                  ))}
                </ul>
              </Panel>
              <div className={lists.fields}>
                <InviteForm competition={competition} />
                {invited.length > 0 && <InvitedPanel competition={competition} invited={invited} />}
              </div>
            </div>
            {changed && <RightsDialog competition={competition} of={changed} onClose={() => setChanged(null)} />}
          </>
        )}
      </QueryStates>
    </div>
  )
}

const inWords = (flags: readonly AdminFlag[]) => flags.map((flag) => flagTitles[flag]).join(', ')

function Row({ of, onChange }: { of: Organiser; onChange: () => void }) {
  return (
    <li>
      <div className={lists.line}>
        <strong>
          <bdi>{of.name}</bdi>
        </strong>
        {!of.second_factor && <StatusBadge look="trouble">Нет второго фактора</StatusBadge>}
      </div>
      <p className={lists.quiet}>
        <Facts of={[of.email, idNumber(of.test_id)]} />
      </p>
      {of.flags.length > 0 && <p>В этом конкурсе: {inWords(of.flags)}</p>}
      {of.everywhere.length > 0 && <p>Во всех конкурсах: {inWords(of.everywhere)}</p>}
      {of.self ? (
        <p className={lists.quiet}>Это вы: свои права не меняют.</p>
      ) : (
        <Button kind="quiet" size="s" flush aria-label={`Изменить права: ${of.name}`} onClick={onChange}>
          Изменить права
        </Button>
      )}
    </li>
  )
}

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
      <FlagChoice name="rights" value={flags} onChange={setFlags} />
    </Confirm>
  )
}

function InvitedPanel({ competition, invited }: { competition: string; invited: readonly Invited[] }) {
  const withdraw = useWithdraw(competition)
  return (
    <Panel title="Ещё не ответили">
      <FailureNotice error={withdraw.error} />
      <ul className={lists.list}>
        {invited.map(({ id, email, flags, expires_at, over }) => (
          <li key={id}>
            <strong>{email}</strong>
            <p>{inWords(flags)}</p>
            <p className={lists.quiet}>
              {over ? 'Ссылка больше не действует: пригласите ещё раз' : `Ссылка действует до ${momentOf(expires_at)}`}
            </p>
            <Button
              kind="quiet"
              size="s"
              flush
              aria-label={`Отозвать приглашение: ${email}`}
              pending={withdraw.isPending && withdraw.variables === id}
              onClick={() => withdraw.mutate(id)}
            >
              Отозвать приглашение
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
