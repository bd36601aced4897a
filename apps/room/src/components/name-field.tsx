import { usePage, usePageState, useStrings } from '../state/page-context.ts';

const NAME_MAX_CHARACTERS = 60;

export function NameField() {
  const { actions } = usePage();
  const userName = usePageState((state) => state.userName);
  const strings = useStrings();
  return (
    <label className="field">
      <span>{strings.yourName}</span>
      <input
        className="input"
        dir="auto"
        value={userName}
        maxLength={NAME_MAX_CHARACTERS}
        autoComplete="name"
        onChange={(event) => actions.setUserName(event.target.value)}
      />
    </label>
  );
}
