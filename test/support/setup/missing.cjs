/** Says what the machine lacks, and nothing of where that was noticed. */
module.exports.missing = (message) => Object.assign(new Error(message), { stack: message });
