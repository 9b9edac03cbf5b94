import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { MgmtProposalSettings } from '#shared/kinds/mgmt_proposal/contract.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { useFew } from '#web/platform/ui/use-few.tsx'
import { TextTask } from '#web/stages/TextTask.tsx'
import styles from './MgmtProposal.module.css'
import { ProposalPlace } from './proposal-place.ts'
import { type OwnProposal, ownProposalQuery } from './queries.ts'

/** How many topics a phone shows before «Показать ещё»; the field below the list has all of them. */
const fewTopics = 5

/** The task, and the topics with the places that are left. */
export function ProposalTask({ settings }: { settings: MgmtProposalSettings }) {
  const { competition, stageId } = use(ProposalPlace)
  const { data } = useQuery(ownProposalQuery(stageId))
  const topics = data?.topics ?? settings.topics.map((topic) => ({ ...topic, left: null, curators: [] }))
  const { shown, list, more } = useFew<(typeof topics)[number], HTMLUListElement>(topics, fewTopics, 'темы')
  return (
    <>
      {settings.task.trim() !== '' && <TextTask settings={settings} />}
      <section className={styles.topics} aria-labelledby="proposal-topics">
        <Heading level={2} size={3} id="proposal-topics">
          Темы
        </Heading>
        <ul ref={list} className={styles.list}>
          {shown.map((topic) => (
            <li key={topic.code} className={styles.topic}>
              <strong>{topic.title}</strong>
              <span className={styles.quiet}>
                <Facts of={factsOf(topic)} />
              </span>
            </li>
          ))}
        </ul>
        {more}
        {data && data.annotations > 0 && (
          <p>
            <PortalLink alone to={`/${competition}/annotations`}>
              {`Опубликованные аннотации: ${data.annotations}`}
            </PortalLink>
          </p>
        )}
      </section>
    </>
  )
}

function factsOf({ branch, region, left, curators }: OwnProposal['topics'][number]) {
  const places =
    left === null ? '' : left === 0 ? 'мест больше нет' : `осталось ${counted(left, 'место', 'места', 'мест')}`
  const by = curators.length === 0 ? '' : `${curators.length === 1 ? 'куратор' : 'кураторы'}: ${curators.join(', ')}`
  return [branch, region, places, by]
}
