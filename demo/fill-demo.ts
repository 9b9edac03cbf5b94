import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { fillEntrants, fillEveryKind } from './every-kind/fill-every-kind.ts'
import { fillApplications } from './fill-applications.ts'
import { fillCutoffs } from './fill-cutoffs.ts'
import { fillDebateTeams } from './fill-debate-teams.ts'
import { fillDesk } from './fill-desk.ts'
import { fillDuplicates } from './fill-duplicates.ts'
import { fillEntryCodes } from './fill-entry-codes.ts'
import { fillEvents } from './fill-events.ts'
import { fillFormedTeams } from './fill-formed-teams.ts'
import { fillHelp } from './fill-help.ts'
import { fillInvitations } from './fill-invitations.ts'
import { fillJudging } from './fill-judging.ts'
import { fillMentors } from './fill-mentors.ts'
import { fillPeople } from './fill-people.ts'
import { fillProgress } from './fill-progress.ts'
import { fillRegionalTeams } from './fill-regional-teams.ts'
import { fillSeason } from './fill-season.ts'
import { fillSupport } from './fill-support.ts'
import { fillTestBank } from './fill-test-bank.ts'
import { fillUndelivered } from './fill-undelivered.ts'
import { fillWayPicture } from './help/way-picture.ts'
import { fillPortfolio } from './portfolio.ts'

export { demoPassword } from './named-people.ts'

interface Filling {
  disk: Services['disk']
  config: Pick<Services['config'], 'pepper' | 'dataKeys'>
  passwordHash: string
  now: Date
}

/** The whole season with its people and their works so far. */
export async function fillDemo(tx: Tx, { disk, config, passwordHash, now }: Filling): Promise<void> {
  const stages = await fillSeason(tx, now)
  const people = await fillPeople(tx, passwordHash, now)
  await fillProgress(tx, people, stages, now)
  await fillEntrants(tx, people, stages, now)
  await fillDuplicates(tx, people, now)
  await fillApplications(tx, now)
  await fillEntryCodes(tx, people, { config, now })
  await fillPortfolio(tx, people, stages, now)
  await fillJudging(tx, people, stages, now)
  await fillSupport(tx, people, now)
  await fillHelp(tx, people, now)
  await fillWayPicture(tx, disk, now)
  await fillInvitations(tx, people, now)
  await fillRegionalTeams(tx, people, stages, now)
  await fillFormedTeams(tx, people, stages, now)
  await fillDebateTeams(tx, disk, people, stages, now)
  await fillEvents(tx, people, stages, now)
  await fillMentors(tx, people, stages, now)
  await fillEveryKind(tx, people, stages, { disk, config, now })
  await fillTestBank(tx, 'ru_season_5', now)
  await fillDesk(tx, people, stages, now)
  await fillCutoffs(tx, people, stages, now)
  await fillUndelivered(tx, { config, now })
}
