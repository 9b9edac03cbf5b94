import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { numbered, outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { regionalTeamsPage } from '#shared/programme/teams_forming/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { buttonClass } from '#web/platform/ui/button-class.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { Menu } from '#web/platform/ui/Menu.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { DropDialog, GroupDialog, MarksDialog, MemberDialog, TeamDialog } from './RegionalDialogs.tsx'
import { callsOf, type Group, type Groups, groupsQuery, type RegionalTeam, teamsQuery } from './regional-queries.ts'
import styles from './TeamsFormingPanel.module.css'

/** The groups of regions and their teams, which the organiser makes and people only join. */
export function RegionalPanel(place: StagePanelProps) {
  const groups = useQuery(groupsQuery(place))
  const { asked, ask } = useList<{ id: number | null }>('group', { id: null })
  const [making, setMaking] = useState(false)
  const shown = groups.data?.groups.find(({ id }) => id === asked.id) ?? groups.data?.groups[0]
  return (
    <>
      <Panel
        id="teams"
        title="Региональные группы"
        says={groups.data ? inBrief(groups.data) : ''}
        open={groups.data?.groups.length === 0}
      >
        <QueryStates of={[groups]} loading="Загружаем группы…" failed="Группы не загрузились" height="8rem" level={3}>
          {(data) => (
            <div className={styles.panel}>
              <p className={styles.quiet}>
                Участник видит команды группы своего региона. Регион входит только в одну группу.
              </p>
              {data.groups.length === 0 ? (
                <p>Групп пока нет: вступать участникам некуда.</p>
              ) : (
                <ul className={styles.teams} aria-label="Региональные группы">
                  {data.groups.map((group) => (
                    <GroupLine
                      key={group.id}
                      place={place}
                      group={group}
                      data={data}
                      isShown={group.id === shown?.id}
                      onShow={() => ask({ id: group.id })}
                    />
                  ))}
                </ul>
              )}
              <div className={styles.row}>
                <Button kind="secondary" onClick={() => setMaking(true)}>
                  Создать группу
                </Button>
              </div>
              {making && <GroupDialog place={place} data={data} group={null} onClose={() => setMaking(false)} />}
            </div>
          )}
        </QueryStates>
      </Panel>
      {shown && <TeamsOfGroup key={shown.id} place={place} group={shown} open={asked.id === shown.id} />}
    </>
  )
}

function inBrief({ groups }: Groups): string {
  const teams = groups.reduce((sum, group) => sum + group.teams, 0)
  return `${counted(groups.length, 'группа', 'группы', 'групп')}, ${counted(teams, 'команда', 'команды', 'команд')}`
}

interface GroupLineProps {
  place: StagePanelProps
  group: Group
  data: Groups
  isShown: boolean
  onShow: () => void
}

function GroupLine({ place, group, data, isShown, onShow }: GroupLineProps) {
  const [act, setAct] = useState<'change' | 'drop' | null>(null)
  const { id, title, regions, teams, members, places } = group
  const names = regions.map((region) => data.regions.find((each) => each.id === region)?.value ?? region)
  return (
    <li className={styles.team}>
      <div className={styles.facts}>
        <strong>{title}</strong>
        <p className={styles.quiet}>{names.join(', ') || 'Регионов нет'}</p>
        <p className={styles.quiet}>
          {counted(teams, 'команда', 'команды', 'команд')}, занято {members} из{' '}
          {counted(places, 'места', 'мест', 'мест')}
        </p>
      </div>
      <div className={styles.row}>
        <Button
          kind="secondary"
          size="s"
          aria-label={`Показать команды группы ${title}`}
          aria-pressed={isShown}
          onClick={onShow}
        >
          Команды
        </Button>
        <Menu
          trigger="Изменить"
          label={`Изменить группу ${title}`}
          triggerClass={buttonClass('quiet', 's')}
          items={[
            { id: 'change', label: 'Название и регионы', onAction: () => setAct('change') },
            { id: 'drop', label: 'Удалить группу', danger: true, onAction: () => setAct('drop') },
          ]}
        />
      </div>
      {act === 'change' && <GroupDialog place={place} data={data} group={group} onClose={() => setAct(null)} />}
      {act === 'drop' && (
        <DropDialog
          place={place}
          title={`Удалить группу ${quoted(title)}?`}
          text="Её пустые команды исчезнут вместе с ней. Пока в командах есть люди, удалить группу нельзя."
          done="Группа удалена"
          work={() => callsOf(place).dropGroup(id)}
          onClose={() => setAct(null)}
        />
      )}
    </li>
  )
}

function TeamsOfGroup({ place, group, open }: { place: StagePanelProps; group: Group; open: boolean }) {
  const list = useList(`group-${group.id}`, { search: '' })
  const [making, setMaking] = useState(false)
  const teams = useQuery(teamsQuery(place, { group_id: group.id, ...list.asked }))
  return (
    <Panel
      id="group-teams"
      title={`Команды: ${group.title}`}
      says={counted(group.teams, 'команда', 'команды', 'команд')}
      open={open}
      read
    >
      <QueryStates of={[teams]} loading="Загружаем команды…" failed="Команды не загрузились" height="10rem" level={3}>
        {() => (
          <div className={styles.panel}>
            <ListSearch list={list} label="Найти по названию или фамилии" name="search-regional" maxLength={100} />
            <PagedList
              of={teams}
              list={list}
              size={regionalTeamsPage}
              label="Страницы команд группы"
              empty="Команд в группе пока нет"
              nothing="Таких команд нет"
            >
              {({ teams: found }) => (
                <ul className={styles.teams} aria-label="Команды группы">
                  {found.map((team) => (
                    <TeamLine key={team.team_id} place={place} team={team} />
                  ))}
                </ul>
              )}
            </PagedList>
            <div className={styles.row}>
              <Button kind="secondary" onClick={() => setMaking(true)}>
                Создать команду
              </Button>
            </div>
          </div>
        )}
      </QueryStates>
      {making && <TeamDialog place={place} groupId={group.id} team={null} onClose={() => setMaking(false)} />}
    </Panel>
  )
}

type Act = 'change' | 'bring' | 'takeOut' | 'marks' | 'drop'

function TeamLine({ place, team }: { place: StagePanelProps; team: RegionalTeam }) {
  const [act, setAct] = useState<Act | null>(null)
  const onClose = () => setAct(null)
  const { team_id, name, capacity, marks, members } = team
  const item = (id: Act, label: string, danger = false) => ({
    ...{ id, label, onAction: () => setAct(id) },
    ...(danger && { danger }),
  })
  return (
    <li className={styles.team}>
      <div className={styles.facts}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p className={styles.quiet}>
          <Facts
            of={[
              numbered(team_id),
              `занято ${outOf(members.length, counted(capacity, 'места', 'мест', 'мест'))}`,
              marks > 0 && counted(marks, 'оценка', 'оценки', 'оценок'),
            ]}
          />
        </p>
        {members.length > 0 && <p className={styles.quiet}>{members.map((each) => each.name).join(', ')}</p>}
      </div>
      <Menu
        trigger="Изменить"
        label={`Изменить команду ${name}`}
        triggerClass={buttonClass('quiet', 's')}
        items={[
          item('change', 'Название и места'),
          item('bring', 'Ввести участника'),
          ...(members.length > 0 ? [item('takeOut', 'Вывести участника')] : []),
          ...(members.length > 1 ? [item('marks', 'Оценки участников')] : []),
          item('drop', 'Удалить команду', true),
        ]}
      />
      {act === 'change' && <TeamDialog place={place} groupId={0} team={team} onClose={onClose} />}
      {(act === 'bring' || act === 'takeOut') && (
        <MemberDialog place={place} team={team} isBringing={act === 'bring'} onClose={onClose} />
      )}
      {act === 'marks' && <MarksDialog place={place} team={team} onClose={onClose} />}
      {act === 'drop' && (
        <DropDialog
          place={place}
          title={`Удалить команду ${quoted(name)}?`}
          text="Удалить можно только пустую команду: сначала выведите из неё участников."
          done="Команда удалена"
          work={() => callsOf(place).dropTeam(team_id)}
          onClose={onClose}
        />
      )}
    </li>
  )
}
