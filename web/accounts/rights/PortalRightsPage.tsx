import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { givenFlags, type PortalFlag, portalFlags } from '#shared/accounts/rights/flag-titles.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import choices from './FlagChoice.module.css'
import { FlagChoice } from './FlagChoice.tsx'
import { InviteForm } from './InviteForm.tsx'
import {
  type PortalOrganiser,
  type PortalRights,
  portalRightsQuery,
  usePortalInvite,
  usePortalWithdraw,
  useSetPortalRights,
} from './queries.ts'
import { flagsInWords, InvitedPanel, RightsRow } from './RightsRow.tsx'

/** Who may do what in all competitions and in single ones, and who is invited to. */
export function PortalRightsPage() {
  const query = useQuery(portalRightsQuery)
  const withdraw = usePortalWithdraw()
  const [changed, setChanged] = useState<PortalOrganiser | null>(null)
  return (
    <div className={lists.page}>
      <header className={lists.head}>
        <Breadcrumbs
          crumbs={[{ title: 'Управление', href: '/admin' }, { title: 'Права на портале' }]}
          link={(crumb) => <PortalLink to={crumb.href}>{crumb.title}</PortalLink>}
        />
        <PageHeading title="Права на портале" />
        <p className={lists.quiet}>
          Администраторы всего портала, редакторы помощи, организаторы одного и нескольких конкурсов. Проверяющих и
          экспертов назначают на странице этапа.
        </p>
      </header>
      <QueryStates of={[query]} loading="Загружаем права" failed="Права не загрузились" lines={10}>
        {(rights) => (
          <>
            <div className={lists.columns}>
              <div className={lists.fields}>
                <People
                  title="Во всех конкурсах"
                  people={rights.people.filter(({ flags }) => flags.length > 0)}
                  onChange={setChanged}
                />
                <People
                  title="В отдельных конкурсах"
                  people={rights.people.filter(({ flags }) => flags.length === 0)}
                  onChange={setChanged}
                />
              </div>
              <div className={lists.fields}>
                <Invite competitions={rights.competitions} />
                {rights.invited.length > 0 && (
                  <InvitedPanel invited={rights.invited} withdraw={withdraw}>
                    {(of) => <Places of={of} />}
                  </InvitedPanel>
                )}
              </div>
            </div>
            {changed && <RightsDialog of={changed} onClose={() => setChanged(null)} />}
          </>
        )}
      </QueryStates>
    </div>
  )
}

interface PeopleProps {
  title: string
  people: readonly PortalOrganiser[]
  onChange: (person: PortalOrganiser) => void
}

function People({ title, people, onChange }: PeopleProps) {
  if (people.length === 0) return null
  return (
    <Panel title={title}>
      <ul className={lists.list}>
        {people.map((one) => (
          <RightsRow key={one.test_id} of={one} onChange={() => onChange(one)}>
            <Places of={one} />
          </RightsRow>
        ))}
      </ul>
    </Panel>
  )
}

function Places({ of }: { of: Pick<PortalOrganiser, 'flags' | 'competitions'> }) {
  return (
    <>
      {of.flags.length > 0 && <p>Во всех конкурсах: {flagsInWords(of.flags)}</p>}
      {of.competitions.map(({ code, title, flags }) => (
        <p key={code}>
          <PortalLink to={`/admin/${code}/rights`}>{title}</PortalLink>: {flagsInWords(flags)}
        </p>
      ))}
    </>
  )
}

const everywhere = 'во всех конкурсах'

function RightsDialog({ of, onClose }: { of: PortalOrganiser; onClose: () => void }) {
  const [flags, setFlags] = useState<PortalFlag[]>(portalFlags.filter((flag) => of.flags.includes(flag)))
  const change = useSetPortalRights()
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
        <bdi>{of.name}</bdi>.{of.competitions.length > 0 && ' Права в отдельных конкурсах меняются на их страницах.'}
      </p>
      <FlagChoice name="rights" flags={portalFlags} where={everywhere} value={flags} onChange={setFlags} />
    </Confirm>
  )
}

const places = [
  { value: 'all', label: 'Во всех конкурсах, и в будущих' },
  { value: 'some', label: 'Только в выбранных' },
]

function Invite({ competitions }: Pick<PortalRights, 'competitions'>) {
  const [place, setPlace] = useState('all')
  const [chosen, setChosen] = useState<string[]>([])
  const codes = place === 'all' ? [] : chosen
  const invite = usePortalInvite(codes)
  const none = place === 'some' && chosen.length === 0
  return (
    <InviteForm<PortalFlag>
      title="Пригласить"
      flags={place === 'all' ? portalFlags : givenFlags}
      where={place === 'all' ? everywhere : 'в выбранных конкурсах'}
      invite={invite}
      fault={none ? 'field-invite-competitions' : null}
    >
      <RadioGroup label="Где" name="invite-place" options={places} value={place} onChange={setPlace} />
      {place === 'some' && (
        <fieldset className={choices.choice} id="field-invite-competitions" tabIndex={-1}>
          <legend className={choices.legend}>Конкурсы</legend>
          {none && <Notice>Отметьте хотя бы один конкурс.</Notice>}
          {competitions.map(({ code, title }) => (
            <Checkbox
              key={code}
              setting
              name={`invite-in-${code}`}
              label={title}
              value={chosen.includes(code)}
              onChange={(on) => setChosen(on ? [...chosen, code] : chosen.filter((each) => each !== code))}
            />
          ))}
        </fieldset>
      )}
    </InviteForm>
  )
}
