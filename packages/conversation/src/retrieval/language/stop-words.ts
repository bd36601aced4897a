/** Words that carry no subject: they count a little, so that "who are you" still differs from "what are you". */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about actually ah all alright also am an and any anything are as at be because been being bit but by
  can could did do does doing else even ever exactly for from general get gets getting give go going got guys
  had has have having he him his how i if in into is it its just kind kinda know let like
  little look lot made make many may maybe me mean might much must my now of off oh ok okay on one or other our out
  part per perhaps please possible possibly quite rather really right s say see seem shall she should simply so some
  somebody someone something sort stuff sure t take tell than that the their them then there these they thing
  things this those to too truly u uh um up us use used uses using very via want was way we well were what when where
  whether which while who whom whose why will wish with wonder would yeah yes yet you your yours`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Of those, the ones that ask: they weigh more than the rest. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set([
  'how',
  'what',
  'when',
  'where',
  'which',
  'who',
  'why',
]);

/** Verbs, adjectives and adverbs that go with any subject: matching them says little. */
export const LIGHT_WORDS: ReadonlySet<string> = new Set(
  `able accept achieve across act add affect again ago ahead allow alone along already always amount ask away
  back bad basically become before begin behind believe best better between big bring bunch call care case cause
  certain chance change check choose clear clearly close come common concern consider contain continue correct couple
  currently day decide deal definitely depend describe difference difficult down during each early easily easy
  either end enough entire especially every everyone everything example expect experience explain face fact fairly
  fast feel few figure fill final finally find fine first follow form forward full fully further future generally
  give good great guess half handle happen happy hard hear held help here hold honest hope huge idea imagine important
  include inside instead interest interested involve issue job join keep kinds large last late later lead least leave
  left less letting level life line list listen locked long longer main manage matter mean meaning mention mind
  moment more most move name need never new next nice nothing number offer often old once only open option order
  overall own people perfect person picture place plan play point prefer present pretty probably problem
  proper properly provide put question quick quickly reach read ready real reason receive reference regular regularly
  related rest result return run same saying second seeing seems sense separate serve set several short show side
  simple since small sometimes soon sorts special specific stand start state stay step still stop straight strong
  such suggest suit supposed talk talking talks term though thought through time times today together tomorrow took
  total touch toward towards true try trying turn turns type types under understand unless until usual usually value
  various view wait watch ways whole wonderful word words work working works worry worth write wrote yesterday`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
