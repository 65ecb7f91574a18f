// Reads each line of a file, base64 of JSON, and prints what it reads as JSON, or "refused".
const lines = require('fs').readFileSync(process.argv[2], 'utf8').split('\n').slice(0, -1);
for (const line of lines) {
  try {
    console.log(JSON.stringify(JSON.parse(Buffer.from(line, 'base64').toString('utf8'))));
  } catch (e) {
    console.log('refused');
  }
}
