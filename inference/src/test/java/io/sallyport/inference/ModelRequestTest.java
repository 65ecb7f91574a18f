package io.sallyport.inference;

import static io.sallyport.inference.ModelOperation.CHAT_COMPLETIONS;
import static io.sallyport.inference.ModelOperation.COMPLETIONS;
import static io.sallyport.inference.ModelOperation.EMBEDDINGS;
import static io.sallyport.inference.ModelOperation.GENERATE_CONTENT;
import static io.sallyport.inference.ModelOperation.MESSAGES;
import static io.sallyport.inference.ModelOperation.OLLAMA_CHAT;
import static io.sallyport.inference.ModelOperation.OLLAMA_GENERATE;
import static io.sallyport.inference.ModelOperation.RESPONSES;
import static io.sallyport.inference.ModelRequests.accepted;
import static io.sallyport.inference.ModelRequests.body;
import static io.sallyport.inference.ModelRequests.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelRequestTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CHAT_COMPLETIONS|{'model':'m','messages':[]}|",
                "CHAT_COMPLETIONS|{'model':'m','messages':[],'max_tokens':7}|7",
                "CHAT_COMPLETIONS|{'model':'m','messages':[],'max_completion_tokens':7}|7",
                "CHAT_COMPLETIONS|{'model':'m','messages':[],'max_completion_tokens':null,'max_tokens':7}|7",
                "COMPLETIONS|{'model':'m','prompt':'x','max_tokens':7}|7",
                "RESPONSES|{'model':'m','input':'x','max_output_tokens':7}|7",
                "MESSAGES|{'model':'m','messages':[],'max_tokens':7}|7",
                "GENERATE_CONTENT|{'contents':[],'generationConfig':{'maxOutputTokens':7}}|7",
                "GENERATE_CONTENT|{'contents':[],'generationConfig':null}|",
                "OLLAMA_CHAT|{'model':'m','messages':[],'options':{'num_predict':7}}|7",
                "OLLAMA_CHAT|{'model':'m','messages':[],'options':{'num_predict':-1}}|",
                "OLLAMA_GENERATE|{'model':'m','prompt':'x','options':{'num_predict':7}}|7",
            })
    void theLimitIsReadInEachApi(ModelOperation operation, String json, Integer tokens) {
        assertThat(accepted(operation, json).maxTokens()).isEqualTo(tokens);
        assertThat(accepted(operation, json).model()).isEqualTo("m");
    }

    @Test
    void aStreamIsWhatEachApiTakesForOne() {
        assertThat(accepted(CHAT_COMPLETIONS, "{'model':'m','messages':[]}").isStream())
                .isFalse();
        assertThat(accepted(CHAT_COMPLETIONS, "{'model':'m','messages':[],'stream':true}")
                        .isStream())
                .isTrue();
        assertThat(accepted(OLLAMA_CHAT, "{'model':'m','messages':[]}").isStream())
                .isTrue();
        assertThat(accepted(OLLAMA_CHAT, "{'model':'m','messages':[],'stream':false}")
                        .isStream())
                .isFalse();
        assertThat(accepted(GENERATE_CONTENT, "{'contents':[],'stream':true}").isStream())
                .isFalse();
        assertThat(accepted(ModelOperation.STREAM_GENERATE_CONTENT, "{'contents':[]}")
                        .isStream())
                .isTrue();
    }

    @Test
    void messagesAndAnswersAreCounted() {
        assertThat(accepted(CHAT_COMPLETIONS, "{'model':'m','messages':[{},{}],'n':3}"))
                .returns(2, ModelRequest::messages)
                .returns(3, ModelRequest::choices);
        assertThat(accepted(COMPLETIONS, "{'model':'m','prompt':['a','b'],'n':2,'best_of':4}")
                        .choices())
                .as("for each prompt")
                .isEqualTo(8);
        assertThat(accepted(COMPLETIONS, "{'model':'m','prompt':[1,2,3]}").choices())
                .as("tokens")
                .isEqualTo(1);
        assertThat(accepted(RESPONSES, "{'model':'m','input':'x'}").messages()).isEqualTo(1);
        assertThat(accepted(EMBEDDINGS, "{'model':'m','input':['x','y']}").messages())
                .isEqualTo(2);
        assertThat(accepted(GENERATE_CONTENT, "{'contents':[{}],'generationConfig':{'candidateCount':2}}"))
                .returns(1, ModelRequest::messages)
                .returns(2, ModelRequest::choices);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CHAT_COMPLETIONS|'tools':[{'type':'function','function':{'name':'b'}},"
                        + "{'type':'custom','custom':{'name':'a'}}]|[a, b]",
                "CHAT_COMPLETIONS|'functions':[{'name':'old'}]|[old]",
                "CHAT_COMPLETIONS|'web_search_options':{'search_context_size':'low'}|[web_search]",
                "CHAT_COMPLETIONS|'web_search_options':{}|[web_search]",
                "RESPONSES|'tools':[{'type':'function','name':'f'},{'type':'web_search'},"
                        + "{'type':'mcp','server_label':'x'}]|[f, mcp, web_search]",
                "RESPONSES|'tools':[{'type':'namespace','name':'n','tools':[{'type':'function','name':'f'}]}]"
                        + "|[f, n, namespace]",
                "MESSAGES|'tools':[{'name':'f','input_schema':{}},{'type':'web_search_20250305','name':'web_search'}]"
                        + "|[f, web_search, web_search_20250305]",
                "MESSAGES|'mcp_servers':[{'type':'url','url':'https://x','name':'y'}]|[mcp]",
                "GENERATE_CONTENT|'tools':[{'functionDeclarations':[{'name':'f'}]},{'googleSearch':{}}]"
                        + "|[f, googleSearch]",
                "GENERATE_CONTENT|'tools':[{'function_declarations':[{'name':'f'}],'google_search':{}}]"
                        + "|[f, googleSearch]",
                "OLLAMA_CHAT|'tools':[{'type':'function','function':{'name':'f'}}]|[f]",
                "OLLAMA_CHAT|'tools':[{'function':{'name':'f'}}]|[f]",
            })
    void toolsAreNamed(ModelOperation operation, String members, String tools) {
        assertThat(accepted(operation, "{" + (operation == GENERATE_CONTENT ? "" : "'model':'m',") + members + "}")
                        .tools())
                .hasToString(tools);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]|an object is wanted",
                "{'messages':[]}|model: the name of a model is wanted",
                "{'model':7,'messages':[]}|model: the name of a model is wanted",
                "{'model':'a b','messages':[]}|model: the name of a model is wanted",
                "{'model':'../x','messages':[]}|model: the name of a model is wanted",
                "{'model':'m','model':'n'}|\"model\" stands here twice",
                "{'model':'m','m\\u006fdel':'n'}|\"model\" stands here twice",
                "{'model':'m','Model':'n'}|a second writing of model stands here",
                "{'model':'m','\u017ftream':true}|a second writing of stream stands here",
                "{'model':'m','tool\u017f':[]}|a second writing of tools stands here",
                "{'model':'m','maxTokens':1}|a second writing of max_tokens stands here",
                "{'model':'m','models':['n']}|models: a request names one model",
                "{'model':'m','fallbacks':['n']}|fallbacks: a request names one model",
                "{'model':'m','max_tokens':'7'}|max_tokens: a whole number of at most nine digits is wanted",
                "{'model':'m','max_tokens':7.0}|max_tokens: a whole number of at most nine digits is wanted",
                "{'model':'m','max_tokens':1e9}|max_tokens: a whole number of at most nine digits is wanted",
                "{'model':'m','max_tokens':9999999999}|max_tokens: a whole number of at most nine digits is wanted",
                "{'model':'m','max_tokens':-1}|max_tokens: a number of tokens is wanted",
                "{'model':'m','max_tokens':1,'max_completion_tokens':9}|max_completion_tokens: stands beside max_tokens",
                "{'model':'m','stream':'true'}|stream: true or false is wanted",
                "{'model':'m','stream':1}|stream: true or false is wanted",
                "{'model':'m','n':0}|n: a number from 1 to 128 is wanted",
                "{'model':'m','n':129}|n: a number from 1 to 128 is wanted",
                "{'model':'m','messages':'x'}|messages: a list is wanted",
                "{'model':'m','tools':{}}|tools: a list is wanted",
                "{'model':'m','tools':['x']}|tools: an object is wanted for each tool",
                "{'model':'m','tools':[{'type':'function'}]}|tools: a tool has no name",
                "{'model':'m','tools':[{'type':'function','function':{'name':'a\\nb'}}]}|tools: a name is not printable"
                        + " ASCII of at most 200 characters",
                "{'model':'m','stream_options':{'Include_usage':false}}"
                        + "|a second writing of include_usage stands here",
                "{'model':'m','stream_options':[]}|stream_options: an object is wanted",
            })
    void whatCouldBeReadInTwoWaysIsRefusedByName(String json, String why) {
        assertThat(refusal(CHAT_COMPLETIONS, json)).isEqualTo(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "RESPONSES|{'model':'m','background':true}|background: an answer that comes later cannot be counted",
                "OLLAMA_CHAT|{'model':'m','name':'n'}|name: the member model names the model",
                "OLLAMA_CHAT|{'model':'m','options':{'Num_Predict':9}}|a second writing of num_predict stands here",
                "OLLAMA_CHAT|{'model':'m','OPTIONS':{}}|a second writing of options stands here",
                "GENERATE_CONTENT|{'generation_config':{}}|a second writing of generationConfig stands here",
                "GENERATE_CONTENT|{'generationConfig':{'max_output_tokens':9}}"
                        + "|a second writing of maxOutputTokens stands here",
                "EMBED_CONTENT|{'model':'models/n','content':{}}|model: the path names another one",
                "BATCH_EMBED_CONTENTS|{'requests':[{'model':'models/m'},{'model':'models/n'}]}"
                        + "|model: the path names another one",
                "MODELS|{}|this operation has no body",
            })
    void soItIsInEachApi(ModelOperation operation, String json, String why) {
        assertThat(refusal(operation, json)).isEqualTo(why);
    }

    @Test
    void deepAndLargeBodiesAreRefused() {
        String deep = "{'model':'m','x':" + "[".repeat(40) + "]".repeat(40) + "}";
        assertThat(refusal(CHAT_COMPLETIONS, deep)).contains("deep");
        String many = "{'model':'m','x':[" + "0,".repeat(ModelRequest.MAX_VALUES) + "0]}";
        assertThat(refusal(CHAT_COMPLETIONS, many)).contains("values");
        String large = "{'model':'m','x':'" + "x".repeat(ModelRequest.MAX_BYTES) + "'}";
        assertThat(refusal(CHAT_COMPLETIONS, large)).isEqualTo("the document is larger than 32 MiB");
    }

    @Test
    void onlyTheMemberThatIsSetChanges() {
        ModelRequest request = accepted(
                CHAT_COMPLETIONS, " { 'x' : 1.50e1 , 'm\\u006fdel' : 'm' , 'new' : {'model':'}'} , 'messages':[] } ");
        assertThat(body(request.withModel("n")))
                .isEqualTo(" { 'x' : 1.50e1 , 'm\\u006fdel' : 'n' , 'new' : {'model':'}'} , 'messages':[] } ");
        assertThat(body(request.withMaxTokens(5))).endsWith("'messages':[],'max_completion_tokens':5 } ");
        assertThat(request.withModel("n").model()).isEqualTo("n");
        assertThat(request.withMaxTokens(5).maxTokens()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CHAT_COMPLETIONS|{'model':'m','max_tokens':9}|{'model':'m','max_tokens':5}",
                "MESSAGES|{'model':'m','max_tokens':9}|{'model':'m','max_tokens':5}",
                "RESPONSES|{'model':'m'}|{'model':'m','max_output_tokens':5}",
                "GENERATE_CONTENT|{}|{'generationConfig':{'maxOutputTokens':5}}",
                "GENERATE_CONTENT|{'generationConfig':{'a':1}}|{'generationConfig':{'a':1,'maxOutputTokens':5}}",
                "OLLAMA_CHAT|{'model':'m','options':null}|{'model':'m','options':{'num_predict':5}}",
                "OLLAMA_CHAT|{'model':'m','options':{'num_predict':-1}}|{'model':'m','options':{'num_predict':5}}",
                "EMBEDDINGS|{'model':'m'}|{'model':'m'}",
            })
    void aLimitIsSetWhereItStandsOrBelongs(ModelOperation operation, String before, String after) {
        assertThat(body(accepted(operation, before).withMaxTokens(5))).isEqualTo(after);
    }

    @Test
    void usageIsAskedForWhereAStreamWouldNotSayIt() {
        assertThat(body(accepted(CHAT_COMPLETIONS, "{'model':'m','stream':true}")
                        .withUsageInStream()))
                .isEqualTo("{'model':'m','stream':true,'stream_options':{'include_usage':true}}");
        assertThat(body(accepted(
                                CHAT_COMPLETIONS,
                                "{'model':'m','stream':true,'stream_options':{'include_usage':false}}")
                        .withUsageInStream()))
                .isEqualTo("{'model':'m','stream':true,'stream_options':{'include_usage':true}}");
        assertThat(body(accepted(CHAT_COMPLETIONS, "{'model':'m'}").withUsageInStream()))
                .isEqualTo("{'model':'m'}");
        assertThat(body(accepted(MESSAGES, "{'model':'m','stream':true}").withUsageInStream()))
                .isEqualTo("{'model':'m','stream':true}");
        assertThat(body(accepted(OLLAMA_GENERATE, "{'model':'m'}").withUsageInStream()))
                .isEqualTo("{'model':'m'}");
    }

    @Test
    void geminisModelIsInThePathAndWhereTheBodyRepeatsIt() {
        ModelRequest request = accepted(
                ModelOperation.BATCH_EMBED_CONTENTS,
                "{'requests':[{'model':'models/m','content':{}},{'content':{}},{'model':'models/m'}]}");
        assertThat(request.withModel("other").endpoint().path()).isEqualTo("/v1beta/models/other:batchEmbedContents");
        assertThat(body(request.withModel("other")))
                .isEqualTo(
                        "{'requests':[{'model':'models/other','content':{}},{'content':{}},{'model':'models/other'}]}");
        assertThat(body(accepted(GENERATE_CONTENT, "{'contents':[]}").withModel("other")))
                .isEqualTo("{'contents':[]}");
    }
}
