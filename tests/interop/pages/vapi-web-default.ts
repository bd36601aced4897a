import published from '@vapi-ai/web/dist/vapi.js';

// The widget imports the client's default as a bundler for CommonJS gives it; this one gives all exports.
export default 'default' in published ? published.default : published;
