/**
 * The unnamed demo people that browser tests use. All tests share one portal, so a person that one test changes is used
 * by no other.
 */
const cast = {
  'books an event': 157,
  'loses a place': 137,
  'writes offline': 170,
  'chooses mentors': 4,
  'leads a team': 44,
  'comes into a team': 46,
  'is seen with a form under way': 10,
  'returns to the form': 95,
  'logs out with words unsent': 172,
  'loses the session in many tabs': 171,
  'writes hostile texts': 182,
  'rejects with hostile words': 21,
  'has work returned': 30,
  'was refused': 20,
  'has a form checked': 142,
  'rejected the rules': 18,
  'accepted old rules': 16,
  'fills a form in': 94,
  'fills a form in by ear': 114,
  'reads new rules': 116,
  'has a term of their own': 3,
  'writes an essay': 183,
  'answers a questionnaire': 185,
  'hands parts in': 184,
  'assesses works of others': 195,
  'reports a work of another': 196,
  'has one of the parts returned': 64,
  'gives feedback': 169,
  'gives no feedback': 109,
  'goes back from the check': 175,
  'goes back from the check on a phone': 188,
  'was disqualified': 41,
  'cuts a picture': 75,
  'shows a broken picture': 85,
  'changes the password': 76,
  'sends devices away': 77,
  'takes an application as second factor': 78,
  'takes SMS as second factor': 79,
  'changes address and phone': 80,
  'has a confirmed address': 81,
  'enters through the state service': 88,
  'enters through the state service by phone': 89,
  'takes the data home': 82,
  'forgot the password': 86,
  'forgot the password on a phone': 93,
  'recovers by the link': 96,
  'applies with an account': 97,
  'is warned by a letter': 87,
  'has a name of 80 letters': 83,
  'asks for a reminder': 90,
  'asks for a reminder on a phone': 98,
  'sends a portrait slowly': 99,
  'takes a consent back': 84,
  'follows the invitation': 131,
  'closes the invitation': 132,
  'takes a consent back on a phone': 92,
  // These have not confirmed their address yet.
  'types the code of the letter': 6,
  'follows the link of the letter': 91,
  'follows the link elsewhere': 108,
  'types the code elsewhere': 125,
} as const satisfies Record<string, number>

const numbers = Object.values(cast)
const twice = numbers.find((number, place) => numbers.indexOf(number) !== place)
if (twice !== undefined) throw new Error(`Number ${twice} of the demo's crowd plays two parts`)

/** The e-mail address of the person in this role. */
export const whoever = (part: keyof typeof cast): string => `demo${String(cast[part]).padStart(3, '0')}@demo.test`
